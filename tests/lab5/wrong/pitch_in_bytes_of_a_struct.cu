// WRONG: the distances in bytes are ints, members of a struct, and end at 2 GiB
// EXPECT withheld: 3
// EXPECT score: 100
// EXPECT cause: a product with a member that is declared here

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#define TILE_X 32            // points of an input tile, in x
#define TILE_Y 8             // and in y
#define INNER_X (TILE_X - 2) // points that a block computes in x: the tile without its halo
#define INNER_Y (TILE_Y - 2) // and in y
#define DEPTH 62             // planes that a block computes, one after the other

// How many bytes one has to go for the next row (y) and for the next plane (z), like the pitch of cudaMallocPitch.
struct Pitch {
    int row, plane; // <-- HERE
};

__device__ Pitch pitch_of(int n) {
    Pitch p;
    p.row = n * sizeof(float);
    p.plane = p.row * n;
    return p;
}

__device__ const float *point_of(const float *grid, int n, int i, int j, int k) {
    const Pitch p = pitch_of(n);
    return (const float *)((const char *)grid + i * p.plane + j * p.row) + k;
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (max(i, max(j, k)) < n)
        *cell = *point_of(in, n, i, j, k);
    else
        *cell = 0;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x % TILE_X;              // the threads of a block are numbered in one row
    int y = threadIdx.x / TILE_X;

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1;
    end = first + DEPTH > n - 1 ? n - 1 : first + DEPTH;
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        bool edge_of_tile = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1;
        bool past_interior = k >= n - 1 || j >= n - 1;
        if (!edge_of_tile && !past_interior) {
            float *to = const_cast<float *>(point_of(out, n, i, j, k));
            *to = c.c[0] * current[y][x] + c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] +
                  c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + c.c[5] * previous[y][x] +
                  c.c[6] * next[y][x];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X * TILE_Y, 1, 1); // in one row
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n <= 2) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
