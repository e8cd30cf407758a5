// WRONG: a ; ends the if, which stands behind a block: the return behind it is carried out for every n
// EXPECT test: 5.4/n=64
// EXPECT cause: The `;` behind this `if (...)` ends it
// EXPECT todo: 5.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    float v = 0.0f;
    if (i < n && j < n && k < n) v = in[i * n * n + j * n + k];
    *cell = v;
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
    // TODO 5.1 (where)
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + y;
    first = 1 + DEPTH * blockIdx.z;
    end = first + DEPTH < n - 1 ? first + DEPTH : n - 1;
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2

        // TODO 5.3
        bool halo = x == 0 || y == 0 || x == TILE_X - 1 || y == TILE_Y - 1;
        bool rim = j >= n - 1 || k >= n - 1;
        if (!halo && !rim) {
            float sum = c.c[0] * current[y][x] + c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            sum += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            sum += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            out[i * n * n + j * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use)
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4
    if (n == 3) {
        // no more than one point
    }
    if (n < 3); // <-- HERE
        return;
    int mid = n - 2;
    grid.x = ceil_div(mid, INNER_X);
    grid.y = ceil_div(mid, INNER_Y);
    grid.z = ceil_div(mid, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
