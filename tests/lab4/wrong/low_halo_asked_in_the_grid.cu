// WRONG: the low halo is asked for by the place in the grid, not in the tile: its threads compute from the second block on
// EXPECT test: 4.2/n=13
// EXPECT cause: it asks for the place in the grid
// EXPECT todo: 4.2

// Lab 4: the 3D stencil from a tile in shared memory. The handout is README.md beside this file.
//
//   make lab4 && ./grade lab4     builds this file and grades it
//   ./grade hint lab4 4.1         the next hint for TODO 4.1
//
// Write between a line `// TODO 4.1` and its line `// end 4.1`, and leave these two lines where they are: the
// grader can then grade one TODO while another one is not right yet.

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

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    bool exists = k < n && j < n && i < n;
    if (exists) {
        tile[z][y][x] = in[i * n * n + j * n + k];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    bool low = k >= 1 && j >= 1 && i >= 1;                          // neighbours on the low side // <-- HERE
    bool high = x <= TILE_X - 2 && y <= TILE - 2 && z <= TILE - 2;  // neighbours on the high side
    bool in_grid = k <= n - 2 && j <= n - 2 && i <= n - 2;          // not on the far boundary
    computes = low && high && in_grid;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        float result = c.c[0] * tile[z][y][x];
        result += c.c[1] * tile[z][y][x - 1];
        result += c.c[2] * tile[z][y][x + 1];
        result += c.c[3] * tile[z][y - 1][x];
        result += c.c[4] * tile[z][y + 1][x];
        result += c.c[5] * tile[z - 1][y][x];
        result += c.c[6] * tile[z + 1][y][x];
        out[i * n * n + j * n + k] = result;
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
    if (n <= 2) return; // nothing to compute
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER);
    grid.z = ceil_div(n - 2, INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
