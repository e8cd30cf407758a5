// WRONG: the sum is begun before the loop over planes and goes on in it
// EXPECT test: 3.3/n=33
// EXPECT cause: The sum still holds the terms of the points that the thread computed before
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool has_both = i >= 1 && i + 1 < n;
    if (has_both) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<n / 256 + 1, 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;

    const int away[7] = {0, -1, 1, -n, n, -n * n, n * n};
    float sum = 0;
    for (int z = 1 + blockIdx.z; z < n - 1; z += gridDim.z) {
        int here = z * n * n + y * n + x;
#pragma unroll
        for (int q = 0; q < 7; ++q) sum += c.c[q] * in[here + away[q]];
        out[here] = sum;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), ceil_div(n, 4));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
