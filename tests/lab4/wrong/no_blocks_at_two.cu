// WRONG: at n = 2 the grid has no block: TODO 4.2's test fails, and TODO 4.4 is to be mended
// EXPECT test: 4.2/n=2
// EXPECT todo: 4.4

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

enum {
    TILE = 8,             // a block loads TILE_X x TILE x TILE points: one thread a point, 512 threads
    TILE_X = TILE,        // in x: a cube, but you may make it wider
    INNER = TILE - 2,     // it computes those that have all their neighbours in the tile: 6 x 6 x 6
    INNER_X = TILE_X - 2, // in x
};

__device__ bool between(int v, int low, int high) {
    return v >= low && v <= high;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER + y;
    i = blockIdx.z * INNER + z;
    bool exists = between(k, 0, n - 1) && between(j, 0, n - 1) && between(i, 0, n - 1);
    tile[z][y][x] = exists ? in[i * n * n + j * n + k] : 0.0f;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    __syncthreads();
    computes = between(x, 1, INNER_X) && between(y, 1, INNER) && between(z, 1, INNER) && between(k, 1, n - 2) &&
               between(j, 1, n - 2) && between(i, 1, n - 2);
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        float s = 0;
        s += c.c[0] * tile[z][y][x];
        s += c.c[1] * tile[z][y][x - 1];
        s += c.c[2] * tile[z][y][x + 1];
        s += c.c[3] * tile[z][y - 1][x];
        s += c.c[4] * tile[z][y + 1][x];
        s += c.c[5] * tile[z - 1][y][x];
        s += c.c[6] * tile[z + 1][y][x];
        out[i * n * n + j * n + k] = s;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    if (n < 2) return; // nothing to do
    grid.x = ceil_div(n - 2, INNER_X); // <-- HERE
    grid.y = ceil_div(n - 2, INNER);
    grid.z = ceil_div(n - 2, INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
