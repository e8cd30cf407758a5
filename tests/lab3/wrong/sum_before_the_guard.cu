// WRONG: the sum of the seven points is made by all threads, and stored by those inside
// EXPECT test: 3.3/n=33
// EXPECT check: out-of-bounds
// EXPECT cause: it comes too late

#include "tests/lab3/correct_derivative.cuh"
#include "common/stencil.h"

__device__ float seven_points(const float *in, int p, int n, StencilCoefficients c) {
    float sum = c.c[0] * in[p];
    sum += c.c[1] * in[p - 1] + c.c[2] * in[p + 1];
    sum += c.c[3] * in[p - n] + c.c[4] * in[p + n];
    return sum + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    int p = (i * n + j) * n + k;
    float sum = seven_points(in, p, n, c); // <-- HERE
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1 && k > 0 && k < n - 1) out[p] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
