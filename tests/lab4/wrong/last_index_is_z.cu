// WRONG: the last index of one of six neighbours is z and not x. Each thread has one point: nothing can be left from an earlier one.
// EXPECT test: 4.3/n=8
// EXPECT cause: `z` in this line is not what belongs there
// EXPECT todo: 4.3
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#pragma nv_diag_suppress 177, 550

enum {
    TILE = 8,
    TILE_X = TILE,
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1
    k = blockIdx.x * INNER_X + threadIdx.x;
    j = blockIdx.y * INNER + threadIdx.y;
    i = blockIdx.z * INNER + threadIdx.z;
    int global = i * n * n + j * n + k;
    if (k < n && j < n && i < n) {
        tile[z][y][x] = in[global];
    }
    // end 4.1

    // TODO 4.2
    __syncthreads();
    bool tile_ok = x > 0 && y > 0 && z > 0 && x < TILE_X - 1 && y < TILE - 1 && z < TILE - 1;
    bool grid_ok = k < n - 1 && j < n - 1 && i < n - 1;
    computes = tile_ok && grid_ok;
    // end 4.2

    if (computes) {
        // TODO 4.3
        float center = c.c[0] * tile[z][y][x];
        float west_east = c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        float north_south = c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        float down_up = c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][z];
        out[(i * n + j) * n + k] = center + west_east + north_south + down_up;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n <= 2) return;
    grid.x = (n - 2 + INNER_X - 1) / INNER_X;
    grid.y = (n - 2 + INNER - 1) / INNER;
    grid.z = grid.y;
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
