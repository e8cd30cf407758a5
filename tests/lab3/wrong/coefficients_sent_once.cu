// WRONG: the coefficients are sent to constant memory in the first call of a process alone
// EXPECT test: 3.2/n=7
// EXPECT cause: `sent` keeps its value from call to call, and this condition asks it

// Lab 3. Coefficients in constant memory: every thread reads the same ones.
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__constant__ float weight[7];

__global__ void stencil_kernel(const float *in, float *out, int n) {
    // TODO 3.2
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (k < 1 || j < 1 || i < 1) return;
    if (k > n - 2 || j > n - 2 || i > n - 2) return;
    const int offset[7] = {0, -1, 1, -n, n, -n * n, n * n};
    const int here = i * n * n + j * n + k;
    float sum = 0;
#pragma unroll
    for (int w = 0; w < 7; w++) sum += weight[w] * in[here + offset[w]];
    out[here] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static bool sent = false; // constant memory keeps its contents: send the coefficients once
    if (!sent) { // <-- HERE
        CUDA_CHECK(cudaMemcpyToSymbol(weight, c.c, sizeof(c.c)));
        sent = true;
    }
    // TODO 3.4
    dim3 block(32, 8, 1);
    // end 3.4
    // TODO 3.3
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
