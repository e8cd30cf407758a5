// WRONG: rows are shared, and put there by threads of the next row, which need them as little
// EXPECT test: 4.3/counter-1
// EXPECT says: that a point loads for itself alone

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
    TILE_X = 32,          // threads of a block in x, 30 of them compute
    INNER_X = TILE_X - 2, // in x
    GROUPS = 8,           // threads of a block in y
    ROWS = 4,             // rows that a thread computes
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[GROUPS][ROWS][TILE_X];
    int x = threadIdx.x, y = threadIdx.y; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    // The four rows of thread y+1 are loaded here and handed over in shared memory.
    int other = (y + 1) % GROUPS;
    k = INNER_X * blockIdx.x + x;
    i = 1 + blockIdx.z;
    j = 1 + GROUPS * ROWS * blockIdx.y + ROWS * y; // this thread's own first row
    int theirs = j + ROWS * (other - y);
    for (int m = 0; m < ROWS; ++m)
        if (k < n && theirs + m < n) tile[other][m][x] = in[i * n * n + (theirs + m) * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = x >= 1 && x <= INNER_X && k <= n - 2 && j <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        int p = i * n * n + j * n + k;
        float column[ROWS + 2]; // rows j-1 .. j+ROWS
        column[0] = in[p - n];
#pragma unroll
        for (int m = 0; m < ROWS; ++m) column[m + 1] = j + m < n ? tile[y][m][x] : 0;
        column[ROWS + 1] = j + ROWS < n ? in[p + ROWS * n] : 0;
#pragma unroll
        for (int m = 0; m < ROWS; ++m) {
            if (j + m > n - 2) break;
            int q = p + m * n;
            out[q] = c.c[0] * column[m + 1] + c.c[1] * tile[y][m][x - 1] + c.c[2] * tile[y][m][x + 1] +
                     c.c[3] * column[m] + c.c[4] * column[m + 2] + c.c[5] * in[q - n * n] +
                     c.c[6] * in[q + n * n];
        }
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, GROUPS, 1);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, GROUPS * ROWS), n - 2);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
