// WRONG: threads of the halo continue past the second barrier; which they are is decided above
// EXPECT test: 5.3/n=3
// EXPECT says: skips the rest of the step

// Lab 5: thread coarsening.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// What this thread has of the three planes.
struct Cells {
    float *previous, *current, *next;
    __device__ void move_on() const {
        *previous = *current;
        *current = *next;
    }
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = 0;
    if (i < n && j < n && k < n) *cell = in[(i * n + j) * n + k];
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;
    int y = threadIdx.y;
    const Cells mine = {&previous[y][x], &current[y][x], &next[y][x]};

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + y;
    first = DEPTH * blockIdx.z + 1;
    end = first + DEPTH < n - 1 ? first + DEPTH : n - 1;
    // end 5.1

    const bool halo = x < 1 || x > INNER_X || y < 1 || y > INNER_Y;
    const bool idle = halo || j > n - 2 || k > n - 2;
    load_point(mine.previous, in, n, first - 1, j, k);
    load_point(mine.current, in, n, first, j, k);
    int i = first;
    do { // the march: every block has one plane at least
        load_point(mine.next, in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        if (idle) { // only loads, and has its own cells to move // <-- HERE
            mine.move_on();
            continue;
        }
        float sum = c.c[0] * current[y][x];                             // centre
        sum += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1]; // x
        sum += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x]; // y
        sum += c.c[5] * previous[y][x] + c.c[6] * next[y][x];           // z
        out[(i * n + j) * n + k] = sum;
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        mine.move_on();
        // end 5.2
    } while (++i < end);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    const int inside = n - 2;
    if (inside < 1) return;
    grid = dim3(ceil_div(inside, INNER_X), ceil_div(inside, INNER_Y), ceil_div(inside, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
