// WRONG: the macro that reads the tile adds dx to the row and dy to the column
// EXPECT test: 4.3/n=8
// EXPECT cause: stand in each other's place
// EXPECT todo: 4.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE = 8, TILE_X = 8, INNER = TILE - 2, INNER_X = TILE_X - 2 };

#define NEAR(dz, dy, dx) tile[z + (dz)][y + (dx)][x + (dy)] // <-- HERE

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1
    k = int(INNER_X * blockIdx.x) + x;
    j = int(INNER * blockIdx.y) + y;
    i = int(INNER * blockIdx.z) + z;
    if (!(k >= n || j >= n || i >= n)) NEAR(0, 0, 0) = in[(i * n + j) * n + k];
    // end 4.1

    // TODO 4.2
    __syncthreads();
    computes = 0 < x && x < TILE_X - 1 && 0 < y && y < TILE - 1 && 0 < z && z < TILE - 1;
    computes &= k + 1 < n && j + 1 < n && i + 1 < n;
    // end 4.2

    if (computes) {
        // TODO 4.3
        out[(i * n + j) * n + k] = c.c[0] * NEAR(0, 0, 0) + c.c[1] * NEAR(0, 0, -1) + c.c[2] * NEAR(0, 0, 1) +
                                   c.c[3] * NEAR(0, -1, 0) + c.c[4] * NEAR(0, 1, 0) + c.c[5] * NEAR(-1, 0, 0) +
                                   c.c[6] * NEAR(1, 0, 0);
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n < 3) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = grid.z = ceil_div(n - 2, INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
