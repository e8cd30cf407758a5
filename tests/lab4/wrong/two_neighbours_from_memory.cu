// WRONG: a helper loads the neighbours in z from memory, not from the tile
// EXPECT score: 75
// EXPECT cause: These terms are loaded from global memory for a single point, without reuse: z-1, z+1

// Lab 4: the 3D stencil from a tile in shared memory. The handout is README.md beside this file.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

enum {
    TILE = 8,             // a block loads TILE_X x TILE x TILE points
    TILE_X = 16,          // in x
    INNER = TILE - 2,     // it computes those that have all their neighbours in the tile
    INNER_X = TILE_X - 2, // in x
};

typedef float Tile[TILE][TILE][TILE_X];

struct Pair {
    float low, high;
};

__device__ Pair pair_x(const Tile &t, int z, int y, int x) {
    return {t[z][y][x - 1], t[z][y][x + 1]};
}

__device__ Pair pair_y(const Tile &t, int z, int y, int x) {
    return {t[z][y - 1][x], t[z][y + 1][x]};
}

// in z the neighbours are a whole plane away
__device__ Pair pair_z(const Tile &t, int z, int y, int x, const float *p, int plane) {
    return {p[-plane], p[plane]}; // <-- HERE
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Tile tile;                                  // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = x + INNER_X * blockIdx.x;
    j = y + INNER * blockIdx.y;
    i = z + INNER * blockIdx.z;
    if (k < n)
        if (j < n)
            if (i < n) tile[z][y][x] = in[i * n * n + j * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = x > 0 && y > 0 && z > 0 && x <= INNER_X && y <= INNER && z <= INNER;
    computes = computes && k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const int at = i * n * n + j * n + k;
        const Pair px = pair_x(tile, z, y, x);
        const Pair py = pair_y(tile, z, y, x);
        const Pair pz = pair_z(tile, z, y, x, in + at, n * n);
        out[at] = c.c[0] * tile[z][y][x]                    //
                  + c.c[1] * px.low + c.c[2] * px.high      //
                  + c.c[3] * py.low + c.c[4] * py.high      //
                  + c.c[5] * pz.low + c.c[6] * pz.high;
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
    if (n > 2) grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER), ceil_div(n - 2, INNER));
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
