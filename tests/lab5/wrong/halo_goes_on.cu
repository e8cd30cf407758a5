// WRONG: threads of the halo go on with the next step before the second barrier
// EXPECT test: 5.1/n=3
// EXPECT cause: because of this condition it takes the other branch

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE_X = 32, TILE_Y = 16, INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2, DEPTH = 40 };

__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    *cell = (i >= n || j >= n || k >= n) ? 0.0f : in[(i * n + j) * n + k];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X], current[TILE_Y][TILE_X], next[TILE_Y][TILE_X];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = INNER_X * blockIdx.x + x, j = INNER_Y * blockIdx.y + y;
    int i = DEPTH * blockIdx.z + 1;
    const int end = min(i + DEPTH, n - 1);
    const bool inner = x > 0 && x <= INNER_X && y > 0 && y <= INNER_Y && j <= n - 2 && k <= n - 2;

    load_point(&previous[y][x], in, n, i - 1, j, k);
    load_point(&current[y][x], in, n, i, j, k);
    for (; i < end; ++i) {
        load_point(&next[y][x], in, n, i + 1, j, k);
        __syncthreads();
        if (!inner) continue; // <-- HERE
        out[(i * n + j) * n + k] = c.c[0] * current[y][x] + c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] +
                                   c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + c.c[5] * previous[y][x] +
                                   c.c[6] * next[y][x];
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE_Y);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
