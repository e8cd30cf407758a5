// WRONG: the row of a cell is taken by the width of the tile, in a constructor's initialiser
// EXPECT test: 4.1/n=3
// EXPECT cause: is not what belongs there

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
    TILE = 8,             // a block loads TILE_X x TILE x TILE points
    TILE_X = 16,          // in x
    INNER = TILE - 2,     // and has a thread for each that it computes
    INNER_X = TILE_X - 2, // in x
    CELLS = TILE_X * TILE * TILE,
    WORKERS = INNER_X * INNER * INNER,
};

// Cell number s of the tile lies at this x, y, z in it.
struct Cell {
    int x, y, z;
    __device__ explicit Cell(int s) : x(s % TILE_X), y(s / TILE_X % TILE_X), z(s / (TILE_X * TILE)) {} // <-- HERE
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[CELLS]; // flat: cell (z, y, x) is number (z * TILE + y) * TILE_X + x
    int k0 = INNER_X * blockIdx.x, j0 = INNER * blockIdx.y, i0 = INNER * blockIdx.z; // corner of the tile
    bool computes = false;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    // No idle threads: fewer threads than cells, each takes cell t, t + WORKERS, ...
    for (int s = (threadIdx.z * INNER + threadIdx.y) * INNER_X + threadIdx.x; s < CELLS; s += WORKERS) {
        Cell q(s);
        if (k0 + q.x < n && j0 + q.y < n && i0 + q.z < n)
            tile[s] = in[((i0 + q.z) * n + j0 + q.y) * n + k0 + q.x];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1; // never halo
    computes = k0 + x < n - 1 && j0 + y < n - 1 && i0 + z < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float *t = tile + (z * TILE + y) * TILE_X + x;
        out[((i0 + z) * n + j0 + y) * n + k0 + x] =
            c.c[0] * t[0] + c.c[1] * t[-1] + c.c[2] * t[1] + c.c[3] * t[-TILE_X] + c.c[4] * t[TILE_X] +
            c.c[5] * t[-TILE_X * TILE] + c.c[6] * t[TILE_X * TILE];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(INNER_X, INNER, INNER);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
