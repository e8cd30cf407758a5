// WRONG: c[1] and c[2] are exchanged
// EXPECT test: 4.3/n=8
// EXPECT cause: The value at x-1 is multiplied by c[2] instead of c[1]
// EXPECT todo: 4.3

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

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    if (i < n && j < n && k < n) tile[z][y][x] = in[(i * n + j) * n + k];
    // end 4.1

    // TODO 4.2
    __syncthreads();
    bool inTile = x > 0 && x < TILE_X - 1 && y > 0 && y < TILE - 1 && z > 0 && z < TILE - 1;
    bool inGrid = k < n - 1 && j < n - 1 && i < n - 1;
    computes = inTile && inGrid;
    // end 4.2

    if (computes) {
        // TODO 4.3
        float sum = c.c[0] * tile[z][y][x];
        sum += c.c[2] * tile[z][y][x - 1] + c.c[1] * tile[z][y][x + 1]; // <-- HERE
        sum += c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        sum += c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
