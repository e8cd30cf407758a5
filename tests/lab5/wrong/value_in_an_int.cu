// WRONG: what is loaded goes through an int
// EXPECT test: 5.1/n=31
// EXPECT cause: `value` is declared here, as a whole number
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 40,
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    int value = 0;
    bool there = i < n && j < n && k < n;
    if (there) value = in[(n * i + j) * n + k];
    *cell = value;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    int bz = blockIdx.z;
    k = x + INNER_X * blockIdx.x;
    j = y + INNER_Y * blockIdx.y;
    first = bz * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum
        if (x > 0 && y > 0 && x < TILE_X - 1 && y < TILE_Y - 1 && k < n - 1 && j < n - 1) {
            float total = c.c[0] * current[y][x];
            total += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            total += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            total += c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            out[k + n * (j + n * i)] = total;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n > 2) {
        grid.x = (n - 2 + INNER_X - 1) / INNER_X;
        grid.y = (n - 2 + INNER_Y - 1) / INNER_Y;
        grid.z = (n - 2 + DEPTH - 1) / DEPTH;
    }
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
