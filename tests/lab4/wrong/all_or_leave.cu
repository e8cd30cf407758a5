// WRONG: a block leaves unless all of its threads have a point (__syncthreads_and where __syncthreads_or is meant); blocks that stick out of the grid compute nothing.
// EXPECT test: 4.2/n=3
// EXPECT cause: __syncthreads_and() is a barrier
// EXPECT todo: 4.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE = 8,             // points of the tile in y and z
    TILE_X = TILE,        // and in x
    INNER = TILE - 2,     // points of it that are computed
    INNER_X = TILE_X - 2, // in x
};

// in the tile of `size` cells, and in the grid of n points: neither at an end
__device__ inline bool has_neighbours(int cell, int size, int point, int n) {
    return cell > 0 && cell < size - 1 && point < n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    i = blockIdx.z * INNER + z;
    j = blockIdx.y * INNER + y;
    k = blockIdx.x * INNER_X + x;
    const bool exists = max(i, max(j, k)) < n;
    if (exists) tile[z][y][x] = in[(i * n + j) * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // a barrier, and the whole block goes home together if there is nothing for it to do
    if (!__syncthreads_and(exists)) return; // <-- HERE
    computes = has_neighbours(x, TILE_X, k, n) && has_neighbours(y, TILE, j, n) && has_neighbours(z, TILE, i, n);
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        const float along_x = c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        const float along_y = c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        const float along_z = c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = c.c[0] * tile[z][y][x] + along_x + along_y + along_z;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    const int interior = n - 2;
    if (interior < 1) return;
    grid = dim3(ceil_div(interior, INNER_X), ceil_div(interior, INNER), ceil_div(interior, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
