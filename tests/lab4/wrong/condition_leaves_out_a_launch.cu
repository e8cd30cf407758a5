// WRONG: n > 3 where n > 2 is meant, in the helper that counts the blocks
// EXPECT test: 4.1/n=3
// EXPECT cause: With it changed the kernel is launched

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

// Blocks along an axis of n points, if a block computes `inner` of them. None without an interior point.
static int tiles_along(int n, int inner) {
    return n > 3 ? (n - 3) / inner + 1 : 0; // <-- HERE
}

// One axis of a thread: where it is in the tile, and in the grid.
struct Axis {
    int in_tile, in_grid;
    __device__ Axis(int thread, int block, int size) : in_tile(thread), in_grid(block * (size - 2) + thread) {}
    __device__ bool exists(int n) const { return in_grid < n; }
    __device__ bool inner(int n, int size) const {
        return in_tile >= 1 && in_tile <= size - 2 && in_grid <= n - 2;
    }
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?
    const Axis ax(x, blockIdx.x, TILE_X), ay(y, blockIdx.y, TILE), az(z, blockIdx.z, TILE);

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = ax.in_grid;
    j = ay.in_grid;
    i = az.in_grid;
    if (ax.exists(n) && ay.exists(n) && az.exists(n)) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = ax.inner(n, TILE_X) && ay.inner(n, TILE) && az.inner(n, TILE);
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const float v[7] = {tile[z][y][x],     tile[z][y][x - 1], tile[z][y][x + 1], tile[z][y - 1][x],
                            tile[z][y + 1][x], tile[z - 1][y][x], tile[z + 1][y][x]};
        float sum = 0;
#pragma unroll
        for (int m = 0; m < 7; ++m) sum += c.c[m] * v[m];
        out[i * n * n + j * n + k] = sum;
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
    grid.x = tiles_along(n, INNER_X);
    grid.y = grid.z = tiles_along(n, INNER);
    if (grid.x == 0) return;
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
