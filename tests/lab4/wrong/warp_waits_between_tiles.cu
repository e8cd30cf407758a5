// WRONG: before the tile is filled anew only the warp waits
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT cause: put a __syncthreads() in place of line

// Lab 4: the 3D stencil from a tile in shared memory. The handout is README.md beside this file.

#include <algorithm>

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE = 8,
    TILE_X = TILE,
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
    LAYERS = 4, // layers of tiles in z that run at the same time
};

// A block takes the tiles blockIdx.z, blockIdx.z + gridDim.z, ... of its column one after the other.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = INNER_X * blockIdx.x + x, j = INNER * blockIdx.y + y;
    int tiles = (n - 2 + INNER - 1) / INNER; // in z

    for (int t = blockIdx.z; t < tiles; t += gridDim.z) {
        // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
        int i = INNER * t + z;
        if (i < n && j < n && k < n) tile[z][y][x] = in[i * n * n + j * n + k];
        // end 4.1

        // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
        // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
        __syncthreads();
        bool rim = x % (TILE_X - 1) == 0 || y % (TILE - 1) == 0 || z % (TILE - 1) == 0;
        bool computes = !rim && i <= n - 2 && j <= n - 2 && k <= n - 2;
        // end 4.2

        if (computes) {
            // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
            out[i * n * n + j * n + k] = c.c[0] * tile[z][y][x] + c.c[1] * tile[z][y][x - 1] +
                                         c.c[2] * tile[z][y][x + 1] + c.c[3] * tile[z][y - 1][x] +
                                         c.c[4] * tile[z][y + 1][x] + c.c[5] * tile[z - 1][y][x] +
                                         c.c[6] * tile[z + 1][y][x];
            // end 4.3
        }
        __syncwarp(); // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    if (n <= 2) return;
    int tiles = ceil_div(n - 2, INNER);
    grid = dim3(ceil_div(n - 2, INNER_X), tiles, std::min(tiles, (int)LAYERS));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
