// WRONG: tiles are shared out among the blocks of a column, and the share is rounded down
// EXPECT test: 4.1/n=37
// EXPECT cause: drops what is left over

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A block does several tiles, one above the other.
template <int NX_, int NY_, int NZ_> struct Shape {
    static constexpr int NX = NX_, NY = NY_, NZ = NZ_; // points that are computed of a tile: one a thread
};
using Mine = Shape<32, 4, 4>;
constexpr int BLOCKS_A_COLUMN = 4; // at most

template <class S>
__global__ void stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                               StencilCoefficients c, int tiles, int share) {
    __shared__ float tile[S::NZ + 2][S::NY + 2][S::NX + 2];
    const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
    const int left = blockIdx.x * S::NX, front = blockIdx.y * S::NY; // the tile's corner in the grid
    const int from = blockIdx.z * share;
    const int to = min(from + share, tiles);

    for (int t = from; t < to; t++) {
        const int bottom = t * S::NZ;

        // The threads go over the tile in steps of the block's size.
        for (int z = tz; z < S::NZ + 2 && bottom + z < n; z += S::NZ)
            for (int y = ty; y < S::NY + 2 && front + y < n; y += S::NY)
                for (int x = tx; x < S::NX + 2 && left + x < n; x += S::NX)
                    tile[z][y][x] = in[((bottom + z) * n + front + y) * n + left + x];
        __syncthreads();

        const int x = tx + 1, y = ty + 1, z = tz + 1;
        const int k = left + x, j = front + y, i = bottom + z;
        if (k < n - 1 && j < n - 1 && i < n - 1) {
            float sum = c.c[0] * tile[z][y][x];
            sum = fmaf(c.c[1], tile[z][y][x - 1], sum);
            sum = fmaf(c.c[2], tile[z][y][x + 1], sum);
            sum = fmaf(c.c[3], tile[z][y - 1][x], sum);
            sum = fmaf(c.c[4], tile[z][y + 1][x], sum);
            sum = fmaf(c.c[5], tile[z - 1][y][x], sum);
            sum = fmaf(c.c[6], tile[z + 1][y][x], sum);
            out[(i * n + j) * n + k] = sum;
        }
        __syncthreads(); // before the next tile overwrites this one
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int points = n - 2;
    if (points < 1) return;
    const int tiles = ceil_div(points, Mine::NZ);
    const int blocks = tiles < BLOCKS_A_COLUMN ? tiles : BLOCKS_A_COLUMN;
    const int share = tiles / blocks; // <-- HERE
    const dim3 block(Mine::NX, Mine::NY, Mine::NZ);
    const dim3 grid(ceil_div(points, Mine::NX), ceil_div(points, Mine::NY), blocks);
    stencil_kernel<Mine><<<grid, block>>>(in, out, n, c, tiles, share);
    CUDA_CHECK(cudaGetLastError());
}
