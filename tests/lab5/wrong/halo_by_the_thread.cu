// WRONG: the halo is told by the thread's number, not by the row of the tile
// EXPECT test: 5.4/n=33
// EXPECT cause: `y` in this line is not what belongs there
// EXPECT todo: 5.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TILE 32
#define INNER 30
#define DEPTH 30
#define BLOCK_Y 8

__device__ float fetch(const float *in, int n, int i, int j, int k) {
    if (i < n && j < n && k < n) return in[(i * n + j) * n + k];
    return 0;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float prev[TILE][TILE], cur[TILE][TILE], next[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * INNER + x;
    const int j0 = blockIdx.y * INNER;
    const int first = 1 + blockIdx.z * DEPTH;
    const int end = min(first + DEPTH, n - 1);

    for (int row = y; row < TILE; row += BLOCK_Y) {
        prev[row][x] = fetch(in, n, first - 1, j0 + row, k);
        cur[row][x] = fetch(in, n, first, j0 + row, k);
    }
    for (int i = first; i < end; ++i) {
        for (int row = y; row < TILE; row += BLOCK_Y)
            next[row][x] = fetch(in, n, i + 1, j0 + row, k);
        __syncthreads();

        for (int row = y; row < TILE; row += BLOCK_Y) {
            const int j = j0 + row;
            if (x < 1 || x > INNER || y < 1 || y > INNER) continue; // halo // <-- HERE
            if (k > n - 2 || j > n - 2) continue;
            out[(i * n + j) * n + k] = c.c[0] * cur[row][x] + c.c[1] * cur[row][x - 1] +
                                       c.c[2] * cur[row][x + 1] + c.c[3] * cur[row - 1][x] +
                                       c.c[4] * cur[row + 1][x] + c.c[5] * prev[row][x] +
                                       c.c[6] * next[row][x];
        }
        __syncthreads();

        for (int row = y; row < TILE; row += BLOCK_Y) {
            prev[row][x] = cur[row][x];
            cur[row][x] = next[row][x];
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // all boundary
    const dim3 block(TILE, BLOCK_Y);
    const dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
