// WRONG: the rounds in which all threads fill the tile are rounded down; cell / LAYER and cell % ROW are both meant
// EXPECT test: 4.1/n=9
// EXPECT cause: drops what is left over

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

// One thread for each point that is COMPUTED. All threads together fill the tile, in a few rounds.
enum {
    BX = 16, BY = 8, BZ = 4,                        // points that a block computes
    ROW = BX + 2,                                   // a row of the tile, with halo
    LAYER = ROW * (BY + 2),                         // a plane of it
    CELLS = LAYER * (BZ + 2),                       // the tile: 18 x 10 x 6
    THREADS = BX * BY * BZ,                         // 512
    ROUNDS = CELLS / THREADS,                       // loads for each thread // <-- HERE
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[CELLS];                          // flat: z * LAYER + y * ROW + x
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place among the computed points
    int k = 0, j = 0, i = 0;                               // the grid point this thread computes: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    const int left = blockIdx.x * BX, front = blockIdx.y * BY, bottom = blockIdx.z * BZ; // corner of the tile
    k = left + x + 1;
    j = front + y + 1;
    i = bottom + z + 1;
    int cell = (z * BY + y) * BX + x; // my number in the block is my first cell
    for (int round = 0; round < ROUNDS; ++round, cell += THREADS) {
        if (cell >= CELLS) break;
        const int gz = bottom + cell / LAYER, gy = front + cell % LAYER / ROW, gx = left + cell % ROW;
        if (gz < n && gy < n && gx < n) tile[cell] = in[(gz * n + gy) * n + gx];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = k <= n - 2 && j <= n - 2 && i <= n - 2; // never below 1
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float *mid = tile + (z + 1) * LAYER + (y + 1) * ROW + (x + 1);
        out[(i * n + j) * n + k] = c.c[0] * mid[0] + c.c[1] * mid[-1] + c.c[2] * mid[1] + c.c[3] * mid[-ROW] +
                                   c.c[4] * mid[ROW] + c.c[5] * mid[-LAYER] + c.c[6] * mid[LAYER];
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
    const int inside = n - 2;
    if (inside <= 0) return;
    grid = dim3(ceil_div(inside, BX), ceil_div(inside, BY), ceil_div(inside, BZ));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
