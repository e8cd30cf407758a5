// WRONG: lab 3's kernel: right results, but nothing is shared
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT pass: 4.1/n=37
// EXPECT pass: 4.2/n=26
// EXPECT pass: 4.3/n=32
// EXPECT pass: 4.4/n=258..262
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    int p = (i * n + j) * n + k;
    if (INTERIOR) out[p] = SEVEN_OF_GRID;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, dim3(32, 8)>>>(in, out, n, c);
}
