// WRONG: tiles that start one point before, in unsigned arithmetic: -1 wraps and >= 0 is always true
// EXPECT test: 4.1/n=3
// EXPECT test: 4.1/n=8
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned k = INNER * blockIdx.x - 1 + x, j = INNER * blockIdx.y - 1 + y, i = INNER * blockIdx.z - 1 + z;
    int p = (i * n + j) * n + k, last = n - 1;
    bool low = k >= 0 && j >= 0 && i >= 0, high = (int)k <= last && (int)j <= last && (int)i <= last;
    if (low && high) tile[z][y][x] = in[p]; // <-- HERE
    __syncthreads();
    if (!IN_HALO(TILE) && k >= 1 && j >= 1 && i >= 1 && (int)k < last && (int)j < last && (int)i < last)
        out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, INNER);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
