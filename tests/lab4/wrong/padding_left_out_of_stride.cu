// WRONG: a padded row of the tile is taken to be as long as without its padding
// EXPECT test: 4.3/n=3
// EXPECT check: uninitialised
// EXPECT cause: one too many or one too few
// EXPECT todo: 4.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE = 8,
    TILE_X = 16,
    PAD = 1, // against bank conflicts
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
    ROW = TILE_X, // distance of y neighbours in the tile // <-- HERE
    LAYER = TILE * ROW, // distance of z neighbours
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X + PAD];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER + y;
    i = blockIdx.z * INNER + z;
    if (max(k, max(j, i)) < n) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // TODO 4.2
    __syncthreads();
    computes = x > 0 && x < TILE_X - 1 && k < n - 1;
    computes = computes && y > 0 && y < TILE - 1 && j < n - 1;
    computes = computes && z > 0 && z < TILE - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3
        const float *t = &tile[z][y][x];
        float sum = c.c[0] * t[0];
        sum += c.c[1] * t[-1];
        sum += c.c[2] * t[1];
        sum += c.c[3] * t[-ROW];
        sum += c.c[4] * t[ROW];
        sum += c.c[5] * t[-LAYER];
        sum += c.c[6] * t[LAYER];
        out[i * n * n + j * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n > 2) grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
