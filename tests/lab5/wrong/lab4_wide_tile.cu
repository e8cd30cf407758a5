// WRONG: right, but the kernel of lab 4's finished file: a tile of 16 x 8 x 8, and one thread a point
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-1
// EXPECT test: 5.4/counter-2
// EXPECT pass: 5.4/n=258..262
// EXPECT score: 60

#define TILE  8
#define WIDTH 16 // in x
#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][WIDTH];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = blockIdx.x * (WIDTH - 2) + x, j = blockIdx.y * INNER + y, i = blockIdx.z * INNER + z;
    if (EXISTS(i)) tile[z][y][x] = in[POINT(i)];
    __syncthreads();
    bool inner = x >= 1 && x <= WIDTH - 2 && y >= 1 && y <= INNER && z >= 1 && z <= INNER;
    if (inner && k <= n - 2 && j <= n - 2 && i <= n - 2)
        out[POINT(i)] = SUM_OF(tile[z - 1], tile[z], tile[z + 1]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int blocks = ceil_div(n - 2, INNER);
    stencil_kernel<<<dim3(ceil_div(n - 2, WIDTH - 2), blocks, blocks), dim3(WIDTH, TILE, TILE)>>>(in, out, n,
                                                                                                  c);
}
