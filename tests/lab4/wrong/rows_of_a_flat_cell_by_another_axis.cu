// WRONG: the row of a flat cell is its remainder by the number of planes, and its plane the quotient by the number of rows
// EXPECT test: 4.1/n=8
// EXPECT cause: line 36 takes the place in its row as c % TILE_Z

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

// A block computes one point a thread, and all threads together fetch the tile, which has more cells.
enum {
    OUT_X = 32, OUT_Y = 4, OUT_Z = 2,
    TILE_X = OUT_X + 2, TILE_Y = OUT_Y + 2, TILE_Z = OUT_Z + 2,
    THREADS = OUT_X * OUT_Y * OUT_Z,
    CELLS = TILE_X * TILE_Y * TILE_Z,
};

struct Cell {
    int x, y, z;
};

// Where the c-th cell of the tile is, row after row.
__device__ Cell nth_cell(int c) {
    Cell cell;
    cell.x = c % TILE_X;
    c /= TILE_X; // rows before it
    cell.y = c % TILE_Z;
    cell.z = c / TILE_Y; // <-- HERE
    return cell;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE_Z][TILE_Y][TILE_X];         // [z][y][x], one for each block
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    const int x0 = OUT_X * blockIdx.x, y0 = OUT_Y * blockIdx.y, z0 = OUT_Z * blockIdx.z; // cell (0, 0, 0)
    k = x0 + x;
    j = y0 + y;
    i = z0 + z;
    int number = (threadIdx.z * OUT_Y + threadIdx.y) * OUT_X + threadIdx.x;
    for (int c = number; c < CELLS; c += THREADS) {
        Cell cell = nth_cell(c);
        int gx = x0 + cell.x, gy = y0 + cell.y, gz = z0 + cell.z;
        if (gx < n && gy < n && gz < n) tile[cell.z][cell.y][cell.x] = in[(gz * n + gy) * n + gx];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = k < n - 1 && j < n - 1 && i < n - 1; // none of them is 0
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        float xs = c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        float ys = c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        float zs = c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = c.c[0] * tile[z][y][x] + xs + ys + zs;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(OUT_X, OUT_Y, OUT_Z);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    const int inner = n - 2;
    if (inner <= 0) return;
    grid.x = ceil_div(inner, OUT_X);
    grid.y = ceil_div(inner, OUT_Y);
    grid.z = ceil_div(inner, OUT_Z);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
