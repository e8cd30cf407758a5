// WRONG: the barrier that also votes, __syncthreads_and, gives every thread the answer of the whole block, and the halo always says no, so nobody computes.
// EXPECT test: 4.2/n=1
// EXPECT cause: gives every thread the same answer
// EXPECT todo: 4.2
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE = 8,             // a block loads TILE_X x TILE x TILE points, one thread a point
    TILE_X = 2 * TILE,    // in x
    INNER = TILE - 2,     // it computes those that have all their neighbours in the tile
    INNER_X = TILE_X - 2, // in x
};

// Is this place of a row of `size` cells neither the first nor the last one?
__device__ static bool core(int place, int size) {
    return place % (size - 1) != 0;
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE_X];             // [z][y][x], one for each block
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z; // place in the tile
    int k = 0, j = 0, i = 0;                               // the grid point at that place: x, y, z
    bool computes = false;                                 // does this thread write a result?

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    k = x + INNER_X * blockIdx.x;
    j = y + INNER * blockIdx.y;
    i = z + INNER * blockIdx.z;
    const float *source = in + (size_t)n * n * i + (size_t)n * j + k;
    if (max(k, max(j, i)) < n) tile[z][y][x] = *source;
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    const bool neighbours = core(x, TILE_X) && core(y, TILE) && core(z, TILE);
    const bool interior = max(k, max(j, i)) <= n - 2; // where `neighbours` holds all three are 1 or more
    computes = __syncthreads_and(neighbours && interior); // <-- HERE
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        float sum = c.c[0] * tile[z][y][x];
        sum += c.c[1] * tile[z][y][x - 1];
        sum += c.c[2] * tile[z][y][x + 1];
        sum += c.c[3] * tile[z][y - 1][x];
        sum += c.c[4] * tile[z][y + 1][x];
        sum += c.c[5] * tile[z - 1][y][x];
        sum += c.c[6] * tile[z + 1][y][x];
        out[((size_t)i * n + j) * n + k] = sum;
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE, TILE);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    const int interior = n - 2;
    if (interior < 1) return;
    grid.x = (interior - 1) / INNER_X + 1;
    grid.y = grid.z = (interior - 1) / INNER + 1;
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
