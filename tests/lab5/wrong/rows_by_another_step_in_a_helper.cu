// WRONG: a helper's threads go on by the rows of a thread, where the block has half as many
// EXPECT test: 5.1/n=31
// EXPECT cause: goes on by `ROWS` in each round

// Lab 5: thread coarsening. Each thread has eight rows of the tile, too.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,
    TILE_Y = 32,
    BLOCK_Y = 4,             // threads of a block in y
    ROWS = TILE_Y / BLOCK_Y, // rows for each of them
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (i >= n || j >= n || k >= n)
        *cell = 0;
    else
        *cell = in[i * n * n + j * n + k];
    // end 5.1
}

// Plane i of the tile, whose row 0 is row j of the grid; a thread takes every so many rows.
__device__ void load_plane(float (*plane)[TILE_X], const float *in, int n, int i, int j, int k) {
    for (int row = threadIdx.y; row < TILE_Y; row += ROWS) // <-- HERE
        load_point(&plane[row][threadIdx.x], in, n, i, j + row, k);
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's column, range [0, TILE_X)
    int y = threadIdx.y;                       // its first row, range [0, BLOCK_Y)

    int k = 0, j = 0;       // the point of the grid in x; in y that of row 0 of the tile
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y;
    first = 1 + blockIdx.z * DEPTH;
    end = min(n - 1, first + DEPTH);
    // end 5.1

    load_plane(previous, in, n, first - 1, j, k);
    load_plane(current, in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_plane(next, in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        if (x > 0 && x < TILE_X - 1 && k < n - 1) {
            for (int row = y; row < TILE_Y; row += BLOCK_Y) {
                if (row == 0 || row == TILE_Y - 1 || j + row >= n - 1) continue;
                float sum = c.c[0] * current[row][x];
                sum += c.c[1] * current[row][x - 1] + c.c[2] * current[row][x + 1];
                sum += c.c[3] * current[row - 1][x] + c.c[4] * current[row + 1][x];
                sum += c.c[5] * previous[row][x] + c.c[6] * next[row][x];
                out[i * n * n + (j + row) * n + k] = sum;
            }
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        for (int row = y; row < TILE_Y; row += BLOCK_Y) {
            previous[row][x] = current[row][x];
            current[row][x] = next[row][x];
        }
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, BLOCK_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
