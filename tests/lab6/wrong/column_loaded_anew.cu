// WRONG: each step loads its three values along z from global memory
// EXPECT test: 6.3/counter-1
// EXPECT cause: These terms are loaded from global memory

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE_X = 32, TILE_Y = 16, INNER_X = TILE_X - 2, INNER_Y = TILE_Y - 2, DEPTH = 62 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool exists = j < n && k < n;
    bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && j <= n - 2 && k <= n - 2;
    int layer = n * n, p = first * layer + j * n + k;
    float column[3] = {0, 0, 0};
    if (exists) column[0] = in[p - layer], column[1] = in[p];
    for (int i = first; i < end; ++i) {
        if (exists) column[2] = in[p + layer];
        plane[y][x] = column[1];
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * column[1] + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                     c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] + c.c[5] * column[0] + c.c[6] * column[2];
        __syncthreads();
        p += layer;
        if (exists && i + 1 < end) column[0] = in[p - layer], column[1] = in[p]; // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE_Y);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
