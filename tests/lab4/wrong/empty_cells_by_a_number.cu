// WRONG: cells outside of the grid are marked by a number that an input may be
// EXPECT test: 4.2/n=8
// EXPECT pass: 4.1/n=3
// EXPECT says: numbers that this file itself names

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

    // TODO 4.1:
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    const float EMPTY = -1.0e38f; // marks a cell that has no point of the grid
    tile[z][y][x] = i < n && j < n && k < n ? in[i * n * n + j * n + k] : EMPTY;
    // end 4.1

    // TODO 4.2:
    __syncthreads();
    bool halo = x == 0 || x == TILE_X - 1 || y == 0 || y == TILE - 1 || z == 0 || z == TILE - 1;
    // A point is an interior one if the neighbours behind it exist, that is, if their cells are not empty.
    computes = !halo && tile[z][y][x + 1] != EMPTY && tile[z][y + 1][x] != EMPTY && tile[z + 1][y][x] != EMPTY;
    // end 4.2

    if (computes) {
        // TODO 4.3:
        out[i * n * n + j * n + k] = c.c[0] * tile[z][y][x] +                                  // centre
                                     c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1] + // x
                                     c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x] + // y
                                     c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];  // z
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4:
    if (n < 3) return;
    int blocks = ceil_div(n - 2, INNER);
    grid = dim3(ceil_div(n - 2, INNER_X), blocks, blocks);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
