// WRONG: a helper takes the row of a cell modulo the number of planes
// EXPECT test: 4.1/n=8
// EXPECT cause: `TZ` in this line is not what belongs there

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

#define BX 32 // points that a block computes, one thread each
#define BY 8
#define BZ 2
#define TX (BX + 2) // its tile, with one layer of halo around
#define TY (BY + 2)
#define TZ (BZ + 2)

struct Cell {
    int x, y, z;
};

// The m-th cell of the tile, x fastest. m = 0 .. TX*TY*TZ-1
__device__ Cell cell(int m) {
    Cell p;
    p.x = m % TX;
    p.y = m / TX % TZ; // <-- HERE
    p.z = m / (TX * TY);
    return p;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TZ][TY][TX];
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1; // my place in the tile: never the halo
    int k = 0, j = 0, i = 0;
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    // Here the threads are fewer than the cells: each takes every 512th cell.
    int x0 = BX * blockIdx.x, y0 = BY * blockIdx.y, z0 = BZ * blockIdx.z; // first cell of the tile
    int me = (threadIdx.z * BY + threadIdx.y) * BX + threadIdx.x;
    for (int m = me; m < TX * TY * TZ; m += BX * BY * BZ) {
        Cell p = cell(m);
        if (x0 + p.x < n && y0 + p.y < n && z0 + p.z < n)
            tile[p.z][p.y][p.x] = in[((z0 + p.z) * n + y0 + p.y) * n + x0 + p.x];
    }
    k = x0 + x, j = y0 + y, i = z0 + z;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = i < n - 1 && j < n - 1 && k < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        out[i * n * n + j * n + k] = c.c[0] * tile[z][y][x]       //
                                     + c.c[1] * tile[z][y][x - 1] //
                                     + c.c[2] * tile[z][y][x + 1] //
                                     + c.c[3] * tile[z][y - 1][x] //
                                     + c.c[4] * tile[z][y + 1][x] //
                                     + c.c[5] * tile[z - 1][y][x] //
                                     + c.c[6] * tile[z + 1][y][x];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(BX, BY, BZ);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    if (n <= 2) return;
    grid.x = ceil_div(n - 2, BX);
    grid.y = ceil_div(n - 2, BY);
    grid.z = ceil_div(n - 2, BZ);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
