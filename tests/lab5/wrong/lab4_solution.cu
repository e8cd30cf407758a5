// WRONG: right, but lab 4's kernel: a tile of 8 x 8 x 8, and one thread a point
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-1
// EXPECT test: 5.4/counter-2
// EXPECT pass: 5.1/n=67
// EXPECT pass: 5.4/n=258..262
// EXPECT score: 60

#define TILE 8
#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y, i = blockIdx.z * INNER + z;
    if (EXISTS(i)) tile[z][y][x] = in[POINT(i)];
    __syncthreads();
    if (COMPUTES && z >= 1 && z <= INNER && i <= n - 2)
        out[POINT(i)] = SUM_OF(tile[z - 1], tile[z], tile[z + 1]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int blocks = ceil_div(n - 2, INNER);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
