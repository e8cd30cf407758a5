// WRONG: twice the step is kept in an int: 0.2 becomes 0, and the difference is divided by 0.
// EXPECT test: 3.1/n=31
// EXPECT cause: a value becomes a whole number on this line
// EXPECT todo: 3.1
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1: the sample of this thread
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    const int two_h = 2 * h; // <-- HERE
    df[i] = (f[i + 1] - f[i - 1]) / two_h;
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1: one thread a sample
    int block = 256;
    derivative_kernel<<<ceil_div(n, block), block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: point, guard, formula
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int p = i * n * n + j * n + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
             c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: shape
    dim3 block(32, 8, 1);
    // end 3.4

    // TODO 3.3: every axis rounded up
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
