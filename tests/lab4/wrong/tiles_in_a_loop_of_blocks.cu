// WRONG: a block fills its tile anew in a loop, and a fast warp does so while others still read in a struct's function
// EXPECT test: 4.1/n=37
// EXPECT cause: put a __syncthreads() after line
// EXPECT todo: none

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

enum {
    TILE = 8,
    TILE_X = 16,
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
    MAX_STACKS = 4, // blocks in z; each of them does every 4th tile of its column
};

template <int W, int H, int D> struct Brick {
    float cell[D][H][W];

    static __device__ bool rim(int z, int y, int x) {
        return !(x % (W - 1) && y % (H - 1) && z % (D - 1)); // first or last in an axis
    }
    __device__ float apply(int z, int y, int x, const StencilCoefficients &s) const {
        const float *a = s.c;
        return a[0] * cell[z][y][x] + a[1] * cell[z][y][x - 1] + a[2] * cell[z][y][x + 1] +
               a[3] * cell[z][y - 1][x] + a[4] * cell[z][y + 1][x] + a[5] * cell[z - 1][y][x] +
               a[6] * cell[z + 1][y][x];
    }
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, int tiles_z) {
    using Tile = Brick<TILE_X, TILE, TILE>;
    __shared__ Tile tile;
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    const bool rim = Tile::rim(z, y, x);

    for (int t = blockIdx.z; t < tiles_z; t += gridDim.z) {
        // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
        //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
        //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
        const int k = blockIdx.x * INNER_X + x;
        const int j = blockIdx.y * INNER + y;
        const int i = t * INNER + z;
        const bool exists = k < n && j < n && i < n;
        const int p = exists ? (i * n + j) * n + k : 0;
        if (exists) tile.cell[z][y][x] = in[p];
        // end 4.1

        // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
        // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
        //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
        __syncthreads();
        const bool computes = !rim && k < n - 1 && j < n - 1 && i < n - 1;
        // end 4.2

        if (computes) {
            // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
            //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
            out[p] = tile.apply(z, y, x, c);
            // end 4.3
        } // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    // INNER for each block.
    //   Expected: right for every n. With n = 1 or 2 there is no interior point: CUDA refuses a grid of 0
    //   blocks.
    if (n < 3) return;
    const int tiles_z = ceil_div(n - 2, INNER);
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), tiles_z < MAX_STACKS ? tiles_z : MAX_STACKS);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c, tiles_z);
    CUDA_CHECK(cudaGetLastError());
}
