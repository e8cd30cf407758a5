// WRONG: an enumerator takes a layer for a square, and the tile is wider
// EXPECT test: 4.1/n=3
// EXPECT cause: `TILE` in this line is not what belongs there

// Lab 4: the 3D stencil from a tile in shared memory. Flat tile, neighbours by pointer.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of what nothing uses before the TODOs are done

enum {
    TILE = 8,
    TILE_X = 16, // wider rows
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
    // how far it is in the flat tile to the next ...
    COLUMN = 1,          // ... in x
    ROW = TILE_X,        // ... in y
    LAYER = TILE * TILE, // ... in z // <-- HERE
    POINTS = TILE * TILE * TILE_X,
};

__device__ bool rim(int at, int size) { return at == 0 || at == size - 1; }

// both neighbours along one axis
__device__ float pair(const float *p, int step, float minus, float plus) {
    return minus * *(p - step) + plus * *(p + step);
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[POINTS];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?
    // threads are numbered as the tile is
    float *mine = tile + threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int point;

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER + y, i = blockIdx.z * INNER + z;
    point = (i * n + j) * n + k;
    if (max(i, max(j, k)) < n) *mine = in[point];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    computes = !(rim(x, TILE_X) || rim(y, TILE) || rim(z, TILE)) && max(i, max(j, k)) <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        out[point] = c.c[0] * *mine + pair(mine, COLUMN, c.c[1], c.c[2]) + pair(mine, ROW, c.c[3], c.c[4]) +
                     pair(mine, LAYER, c.c[5], c.c[6]);
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
    const int interior = n - 2;
    if (interior <= 0) return;
    grid = dim3((interior + INNER_X - 1) / INNER_X, (interior + INNER - 1) / INNER,
                (interior + INNER - 1) / INNER);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
