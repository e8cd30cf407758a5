// WRONG: the threads of row 0 move the cells of all rows, and no barrier follows before every thread loads its cell of next again: a race from the second plane on.
// EXPECT test: 5.2/n=4
// EXPECT cause: put a __syncthreads() after line
// EXPECT todo: 5.2
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 32,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    float value = 0.0f;
    if (max(max(i, j), k) < n) value = in[i * n * n + j * n + k];
    *cell = value;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;
    int y = threadIdx.y;

    int k = 0, j = 0;
    int first = 0, end = 0;
    // TODO 5.1 (where): set k, j, first and end.
    k = x + INNER_X * blockIdx.x;
    j = y + INNER_Y * blockIdx.y;
    first = 1 + DEPTH * blockIdx.z;
    end = first + DEPTH;
    if (end > n - 1) end = n - 1;
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
        bool rim = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1;
        if (!rim && j < n - 1 && k < n - 1) {
            float *target = out + i * n * n + j * n + k;
            *target = c.c[0] * current[y][x] + c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] +
                      c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + c.c[5] * previous[y][x] +
                      c.c[6] * next[y][x];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        if (y == 0) {
            for (int row = 0; row < TILE_Y; ++row) {
                previous[row][x] = current[row][x];
                current[row][x] = next[row][x];
            }
        } // <-- HERE
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    int m = n - 2;
    if (m < 1) return;
    grid = dim3(ceil_div(m, INNER_X), ceil_div(m, INNER_Y), ceil_div(m, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
