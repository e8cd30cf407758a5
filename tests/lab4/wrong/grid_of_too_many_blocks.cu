// WRONG: parentheses in the wrong place: a block for each point along each axis, 216 times too many
// EXPECT test: 4.4/n=14
// EXPECT check: timeout
// EXPECT cause: 96 threads along x for 14 elements
// EXPECT todo: 4.4

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
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1
    k = blockIdx.x * INNER_X + threadIdx.x;
    j = blockIdx.y * INNER + threadIdx.y;
    i = blockIdx.z * INNER + threadIdx.z;
    bool in_grid = k < n && j < n && i < n;
    if (in_grid) {
        tile[z][y][x] = in[i * n * n + j * n + k];
    } else {
        tile[z][y][x] = 0;
    }
    // end 4.1

    // TODO 4.2
    __syncthreads();
    if (x > 0 && y > 0 && z > 0 && x < TILE_X - 1 && y < TILE - 1 && z < TILE - 1) {
        computes = i > 0 && j > 0 && k > 0 && i < n - 1 && j < n - 1 && k < n - 1;
    }
    // end 4.2

    if (computes) {
        // TODO 4.3
        float sum = c.c[0] * tile[z][y][x];
        sum = sum + c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        sum = sum + c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        sum = sum + c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[i * n * n + j * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n > 2) {
        grid.x = n - 2 + (INNER_X - 1) / INNER_X; // <-- HERE
        grid.y = grid.z = n - 2 + (INNER - 1) / INNER;
    }
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
