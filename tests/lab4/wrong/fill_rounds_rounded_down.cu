// WRONG: the rounds that fill the tile are rounded down: the last cells are never filled
// EXPECT test: 4.1/n=20
// EXPECT check: uninitialised
// EXPECT cause: is not the right one
// EXPECT todo: 4.1

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
    // 6 x 6 x 6 threads, all of them compute. Together they fill the 8 x 8 x 8 cells.
    int me = (z * INNER + y) * INNER + x;
    const int threads = INNER * INNER * INNER;
    const int cells = TILE * TILE * TILE;
    const int rounds = cells / threads; // <-- HERE
    for (int r = 0; r < rounds; ++r) {
        int cell = r * threads + me;
        if (cell < cells) {
            int cx = cell % TILE, cy = cell / TILE % TILE, cz = cell / (TILE * TILE);
            int gx = blockIdx.x * INNER + cx, gy = blockIdx.y * INNER + cy, gz = blockIdx.z * INNER + cz;
            if (gx < n && gy < n && gz < n) tile[cz][cy][cx] = in[(gz * n + gy) * n + gx];
        }
    }
    ++x, ++y, ++z; // from here on: place in the tile
    k = blockIdx.x * INNER + x;
    j = blockIdx.y * INNER + y;
    i = blockIdx.z * INNER + z;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    __syncthreads();
    computes = k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        float sum = c.c[0] * tile[z][y][x];
        sum += c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1];
        sum += c.c[3] * tile[z][y - 1][x] + c.c[4] * tile[z][y + 1][x];
        sum += c.c[5] * tile[z - 1][y][x] + c.c[6] * tile[z + 1][y][x];
        out[(i * n + j) * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(INNER, INNER, INNER);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    if (n <= 2) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
