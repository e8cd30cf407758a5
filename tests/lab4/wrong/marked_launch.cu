// WRONG: too few blocks, in a file with the marked regions: the other TODOs count
// EXPECT test: 4.4/n=9
// EXPECT test: 4.4/n=258..262
// EXPECT pass: 4.1/n=37
// EXPECT pass: 4.2/n=26
// EXPECT pass: 4.3/counter-2
// EXPECT todo: 4.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE = 8,         // a block loads TILE x TILE x TILE points
    INNER = TILE - 2, // and computes those that have all their neighbours in the tile
    TILE_X = TILE,    // in x
    INNER_X = TILE_X - 2,
};

// The seven-point stencil: i = z, j = y, k = x in the grid, and z, y, x in the tile.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // 4.1: tiles start INNER apart and overlap by two points; only the last ones stick out of the grid
    k = INNER * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    if (i < n && j < n && k < n) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // 4.2: no thread may have left before the barrier; its guard comes after it
    __syncthreads();
    bool halo = x == 0 || x == TILE - 1 || y == 0 || y == TILE - 1 || z == 0 || z == TILE - 1;
    // Outside the halo k, j and i are 1 or more: the tile starts at 0 or more.
    computes = !halo && i <= n - 2 && j <= n - 2 && k <= n - 2;
    // end 4.2

    if (computes) {
        // 4.3: seven values, all of them from the tile
        out[i * n * n + j * n + k] = c.c[0] * tile[z][y][x] +                                  // centre
                                     c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1] + // x
                                     c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x] + // y
                                     c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];  // z
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE, TILE, TILE);
    dim3 grid(1, 1, 1);
    // 4.4: blocks for the interior alone; without an interior point there would be none, which is no launch
    if (n < 3) return;
    int blocks = ceil_div(n - 2, TILE);
    grid = dim3(blocks, blocks, blocks);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
