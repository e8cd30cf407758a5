// WRONG: 1 / 2 / h: 1 / 2 of two ints is 0
// EXPECT test: 3.1/n=31
// EXPECT cause: The division in this line is one of integers
// EXPECT todo: 3.1

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel)
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    float factor = 1 / 2 / h; // <-- HERE
    float rise = f[i + 1] - f[i - 1];
    df[i] = factor * rise;
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch)
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    derivative_kernel<<<blocks, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || j < 1 || k < 1) return;
    if (i > n - 2 || j > n - 2 || k > n - 2) return;
    const float *q = in + (i * n * n + j * n + k);
    out[i * n * n + j * n + k] = c.c[0] * q[0] + c.c[1] * q[-1] + c.c[2] * q[1] + c.c[3] * q[-n] + c.c[4] * q[n] +
                                 c.c[5] * q[-n * n] + c.c[6] * q[n * n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 4, 2);
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

