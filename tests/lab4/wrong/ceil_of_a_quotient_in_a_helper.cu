// WRONG: ceilf() is given a quotient of integers, in the helper that counts the blocks
// EXPECT test: 4.4/n=9
// EXPECT cause: is given a quotient of integers here

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

#include <math.h>

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

enum { TILE = 10, TILE_X = TILE }; // 10 x 10 x 10 = 1000 threads, less halo than 8
enum { INNER = TILE - 2, INNER_X = TILE_X - 2 };

typedef float Layer[TILE][TILE_X];

// blocks needed for `points` points if every block does `each` of them: divide and round up
static int blocks_for(int points, int each) {
    return (int)ceilf(points / each); // <-- HERE
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Layer tile[TILE];                           // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = x + INNER_X * blockIdx.x;
    j = y + INNER * blockIdx.y;
    i = z + INNER * blockIdx.z;
    size_t here = ((size_t)i * n + j) * n + k;
    if (max(k, max(j, i)) < n) tile[z][y][x] = in[here];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = max(k, max(j, i)) < n - 1;                            // not on the far side of the grid
    computes &= x > 0 && y > 0 && z > 0;                             // low side of the tile
    computes &= x < TILE_X - 1 && y < TILE - 1 && z < TILE - 1;      // high side
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const Layer &below = tile[z - 1], &mine = tile[z], &above = tile[z + 1];
        out[here] = c.c[5] * below[y][x] + c.c[6] * above[y][x]     //
                    + c.c[3] * mine[y - 1][x] + c.c[4] * mine[y + 1][x] //
                    + c.c[1] * mine[y][x - 1] + c.c[2] * mine[y][x + 1] + c.c[0] * mine[y][x];
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
    if (n < 3) return; // nothing to do
    grid = dim3(blocks_for(n - 2, INNER_X), blocks_for(n - 2, INNER), blocks_for(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
