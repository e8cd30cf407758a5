// WRONG: only TODO 4.1 is done
// EXPECT test: 4.2/n=3
// EXPECT test: 4.3/n=3
// EXPECT test: 4.4/n=9
// EXPECT pass: 4.1/n=3
// EXPECT pass: 4.1/n=37
// EXPECT score: 20

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177 // "declared but never referenced": true until the TODOs are done

enum {
    TILE = 8,         // a block loads TILE x TILE x TILE points: one thread a point, 512 threads
    INNER = TILE - 2, // and computes those that have all their neighbours in the tile: 6 x 6 x 6
    TILE_X = TILE,    // in x
    INNER_X = TILE_X - 2,
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];               // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile, range [0, TILE)
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: tiles start INNER apart and overlap by two points; only the last ones stick out of the grid
    k = INNER * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    if (i < n && j < n && k < n) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; floats loaded a point fall from 7 to about 2.4.
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER for each
    // block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
