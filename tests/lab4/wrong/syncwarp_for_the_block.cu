// WRONG: __syncwarp() where the block has to wait
// EXPECT test: 4.1/n=3
// EXPECT cause: between them, in place of line

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE = 8, TILE_X = TILE, INNER = TILE - 2, INNER_X = TILE_X - 2 };

__device__ bool on_rim(int a, int edge) { return a == 0 || a == edge - 1; }

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = INNER_X * blockIdx.x + x, j = INNER * blockIdx.y + y, i = INNER * blockIdx.z + z;
    size_t p = ((size_t)i * n + j) * n + k;
    if (k < n && j < n && i < n) tile[z][y][x] = in[p];

    __syncwarp(); // <-- HERE
    if (on_rim(x, TILE_X) || on_rim(y, TILE) || on_rim(z, TILE)) return;
    if (k > n - 2 || j > n - 2 || i > n - 2) return;

    out[p] = c.c[0] * tile[z][y][x] + (c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1]) +
             (c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x]) +
             (c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
