// WRONG: the type of the tile has its sizes in the order x, y, z
// EXPECT test: 4.1/n=9
// EXPECT cause: is too small along x

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
    TILE = 8,             // in y and z
    TILE_X = 16,          // wider in x: 16 * 8 * 8 = 1024 threads
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
};

typedef float Tile[TILE_X][TILE][TILE]; // <-- HERE

// Is cell p one of the first or last of `size` cells?
__device__ inline bool rim(int p, int size) {
    return p == 0 || p == size - 1;
}

// The stencil at one cell of the tile.
__device__ float apply(const Tile &t, int z, int y, int x, const StencilCoefficients &q) {
    float r = q.c[0] * t[z][y][x];
    r += q.c[1] * t[z][y][x - 1] + q.c[2] * t[z][y][x + 1];
    r += q.c[3] * t[z][y - 1][x] + q.c[4] * t[z][y + 1][x];
    r += q.c[5] * t[z - 1][y][x] + q.c[6] * t[z + 1][y][x];
    return r;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Tile tile;                                  // one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = INNER_X * blockIdx.x + x;
    j = INNER * blockIdx.y + y;
    i = INNER * blockIdx.z + z;
    const int p = (i * n + j) * n + k;
    if (k < n && j < n && i < n) tile[z][y][x] = in[p];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = !(rim(x, TILE_X) || rim(y, TILE) || rim(z, TILE));
    computes = computes && k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        out[p] = apply(tile, z, y, x, c);
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
    int m = n - 2;
    grid = m > 0 ? dim3(ceil_div(m, INNER_X), ceil_div(m, INNER), ceil_div(m, INNER)) : dim3(1, 1, 1);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
