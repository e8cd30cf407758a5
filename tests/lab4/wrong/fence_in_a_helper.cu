// WRONG: a helper has a fence where a barrier is needed
// EXPECT test: 4.2/n=1
// EXPECT cause: put a __syncthreads() between them, in place of line

// Lab 4: the 3D stencil from a tile in shared memory. The handout is README.md beside this file.
//
//   make lab4 && ./grade lab4     builds this file and grades it
//   ./grade hint lab4 4.1         the next hint for TODO 4.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

enum {
    TILE = 8,             // a block loads TILE_X x TILE x TILE points: one thread a point
    TILE_X = 16,          // wider in x
    INNER = TILE - 2,     // it computes those that have all their neighbours in the tile
    INNER_X = TILE_X - 2, // in x
    LAYER = TILE * TILE_X // cells from z to z+1
};

// From here on everybody in the block can see what the block has put into the tile.
__device__ void tile_ready() {
    __threadfence_block(); // <-- HERE
}

__device__ bool rim(int place, int size) {
    return place == 0 || place == size - 1;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    bool exists = k < n && j < n && i < n;
    tile[z][y][x] = exists ? in[p] : 0.0f;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    tile_ready();
    computes = !rim(x, TILE_X) && !rim(y, TILE) && !rim(z, TILE);
    if (k > n - 2 || j > n - 2 || i > n - 2) computes = false;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float *t = &tile[z][y][x];
        out[(i * n + j) * n + k] = c.c[0] * t[0] + c.c[1] * t[-1] + c.c[2] * t[1] + c.c[3] * t[-TILE_X] +
                                   c.c[4] * t[TILE_X] + c.c[5] * t[-LAYER] + c.c[6] * t[LAYER];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    int inner = n - 2;
    if (inner <= 0) return;
    grid = dim3((inner + INNER_X - 1) / INNER_X, (inner + INNER - 1) / INNER, (inner + INNER - 1) / INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
