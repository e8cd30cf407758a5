// WRONG: a constant for the distance of two planes takes rows of 8, and they have 16
// EXPECT test: 4.3/n=8
// EXPECT cause: `TILE` in this line is not what belongs there
// EXPECT todo: 4.3

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE = 8,
    TILE_X = 16, // rows of 16: fewer sectors
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
    ROW = TILE_X,       // from a cell of the tile to the one in the next row
    PLANE = TILE * TILE, // and to the one in the next plane // <-- HERE
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = INNER_X * blockIdx.x + x;
    int j = INNER * blockIdx.y + y;
    int i = INNER * blockIdx.z + z;
    size_t p = ((size_t)i * n + j) * n + k;

    float *cell = &tile[z][y][x];
    *cell = (k < n && j < n && i < n) ? in[p] : 0;
    __syncthreads();

    if (x < 1 || x > INNER_X || k > n - 2) return;
    if (y < 1 || y > INNER || j > n - 2) return;
    if (z < 1 || z > INNER || i > n - 2) return;

    out[p] = c.c[0] * *cell + c.c[1] * cell[-1] + c.c[2] * cell[1] + c.c[3] * cell[-ROW] + c.c[4] * cell[ROW] +
             c.c[5] * cell[-PLANE] + c.c[6] * cell[PLANE];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
