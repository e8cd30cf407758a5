// WRONG: a ring of three planes begins in the places 0, 1, 2, and goes on by the plane's number
// EXPECT test: 5.1/n=67
// EXPECT cause: are fixed places in an array

// Lab 5. A ring of three planes: nothing is copied, the numbers of the slots move on.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 16,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 62,           // planes that a block computes, one after the other
    RING = 3,             // planes in shared memory
};

// The slot of the ring that plane i lives in.
__device__ inline int slot(int i) {
    return i % RING;
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    const bool there = max(i, max(j, k)) < n;
    *cell = there ? in[(i * n + j) * n + k] : 0.f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[RING][TILE_Y][TILE_X];
    const int x = threadIdx.x, y = threadIdx.y;

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = x + INNER_X * blockIdx.x;
    j = y + INNER_Y * blockIdx.y;
    first = DEPTH * blockIdx.z + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    int below = 0, here = 1, above = 2; // <-- HERE
    load_point(&ring[below][y][x], in, n, first - 1, j, k);
    load_point(&ring[here][y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&ring[above][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        if (x > 0 && x < TILE_X - 1 && y > 0 && y < TILE_Y - 1 && j < n - 1 && k < n - 1) {
            float sum = c.c[0] * ring[here][y][x];
            sum += c.c[1] * ring[here][y][x - 1] + c.c[2] * ring[here][y][x + 1];
            sum += c.c[3] * ring[here][y - 1][x] + c.c[4] * ring[here][y + 1][x];
            sum += c.c[5] * ring[below][y][x] + c.c[6] * ring[above][y][x];
            out[(i * n + j) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        // The slot that is filled next was read by neighbours two steps ago, a barrier lies between.
        below = here;
        here = above;
        above = slot(i + 2);
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n <= 2) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER_Y);
    grid.z = ceil_div(n - 2, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
