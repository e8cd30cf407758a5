// WRONG: whether a value is in the tile is asked of its inner part, and the halo is loaded again
// EXPECT test: 4.3/counter-1
// EXPECT cause: needlessly

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
    TILE = 8,
    TILE_X = 16,
    INNER = TILE - 2,
    INNER_X = TILE_X - 2,
};

// Is place v inside a tile of that extent?
__device__ __forceinline__ bool in_tile(int v, int extent) {
    return v > 0 && v < extent - 1; // <-- HERE
}

// A block's view of the grid: values come from the tile if it holds them, to be safe from memory otherwise.
struct View {
    const float (*tile)[TILE][TILE_X];
    const float *in;
    int n, k0, j0, i0; // where the tile begins in the grid

    __device__ __forceinline__ float operator()(int z, int y, int x) const {
        const bool held = in_tile(z, TILE) && in_tile(y, TILE) && in_tile(x, TILE_X);
        return held ? tile[z][y][x] : in[((i0 + z) * n + j0 + y) * n + k0 + x];
    }
};

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    //     The tile of block b starts at point INNER_X * b in x: 0, 6, 12, ..., and at INNER * b in y and z.
    //   Expected: all threads load, those at the rim of the tile too; nothing is read outside the grid.
    const int k0 = INNER_X * blockIdx.x, j0 = INNER * blockIdx.y, i0 = INNER * blockIdx.z;
    k = k0 + x;
    j = j0 + y;
    i = i0 + z;
    if (max(i, max(j, k)) < n) tile[z][y][x] = in[(i * n + j) * n + k];
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    // neighbours lie in the tile and whose point is an interior point of the grid (1 .. n-2 in each axis).
    //   Expected: no race; in a full tile 6 x 6 x 6 of the 8 x 8 x 8 threads compute.
    __syncthreads();
    if (1 <= x && x <= INNER_X && 1 <= y && y <= INNER && 1 <= z && z <= INNER)
        computes = k <= n - 2 && j <= n - 2 && i <= n - 2;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        //   Expected: every interior point holds the stencil; loads a point fall from 7 to what you predicted.
        const View at = {tile, in, n, k0, j0, i0};
        out[(i * n + j) * n + k] = c.c[0] * at(z, y, x) +
                                   c.c[1] * at(z, y, x - 1) + c.c[2] * at(z, y, x + 1) +
                                   c.c[3] * at(z, y - 1, x) + c.c[4] * at(z, y + 1, x) +
                                   c.c[5] * at(z - 1, y, x) + c.c[6] * at(z + 1, y, x);
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
    const int points = max(n - 2, 1); // never a grid without blocks
    const int across = ceil_div(points, INNER);
    grid = dim3(ceil_div(points, INNER_X), across, across);
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
