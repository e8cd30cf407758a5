// WRONG: a macro spaces the rows of a thread by ROWS, not by THREADS_Y
// EXPECT test: 5.1/n=3
// EXPECT cause: is not what belongs there

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
    ROWS = 4,             // rows of the tile that each thread does
    THREADS_Y = 8,        // TILE_Y / ROWS
};

// The rows of the tile that this thread does: r = 0 .. ROWS-1
#define ROW(r) ((int)threadIdx.y + (r) * ROWS) // <-- HERE
#define EACH_ROW for (int r = 0; r < ROWS; ++r)

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    float value = 0.0f;
    if (i < n && j < n && k < n) value = in[(i * n + j) * n + k];
    *cell = value;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's column, range [0, TILE_X)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y; // of row 0
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

#pragma unroll
    EACH_ROW {
        load_point(&previous[ROW(r)][x], in, n, first - 1, j + ROW(r), k);
        load_point(&current[ROW(r)][x], in, n, first, j + ROW(r), k);
    }
    for (int i = first; i < end; ++i) { // the march
#pragma unroll
        EACH_ROW load_point(&next[ROW(r)][x], in, n, i + 1, j + ROW(r), k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        const bool column = x >= 1 && x <= INNER_X && k <= n - 2;
#pragma unroll
        EACH_ROW {
            const int y = ROW(r);
            if (!column || y < 1 || y > INNER_Y || j + y > n - 2) continue;
            out[(i * n + j + y) * n + k] = c.c[0] * current[y][x] +                                  // centre
                                           c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] + // x
                                           c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + // y
                                           c.c[5] * previous[y][x] + c.c[6] * next[y][x];            // z
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
#pragma unroll
        EACH_ROW {
            previous[ROW(r)][x] = current[ROW(r)][x];
            current[ROW(r)][x] = next[ROW(r)][x];
        }
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, THREADS_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
