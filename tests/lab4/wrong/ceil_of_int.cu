// WRONG: a quotient of whole numbers has lost its rest before ceil gets it
// EXPECT test: 4.4/n=9
// EXPECT cause: The number of blocks follows from this line
// EXPECT todo: 4.4

#include <cmath>

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

// Long flat bricks: a whole warp in x.
enum {
    TILE = 5,
    TILE_X = 32,
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER + y;
    i = blockIdx.z * INNER + z;
    float value = 0;
    if (max(k, max(j, i)) < n) value = in[i * n * n + j * n + k];
    tile[z][y][x] = value;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes.
    __syncthreads();
    computes = x % (TILE_X - 1) != 0 && y % (TILE - 1) != 0 && z % (TILE - 1) != 0;
    computes = computes && max(k, max(j, i)) <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        const float xs = c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        const float ys = c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        const float zs = c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[i * n * n + j * n + k] = c.c[0] * tile[z][y][x] + xs + ys + zs;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    if (n < 3) return;
    auto pieces = [](int points, int size) { return (int)ceil(points / size); }; // <-- HERE
    grid.x = pieces(n - 2, INNER_X);
    grid.y = pieces(n - 2, INNER);
    grid.z = pieces(n - 2, INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
