// WRONG: the constants make the block 8 wide
// EXPECT test: 3.4/counter-1
// EXPECT cause: threads wide
// EXPECT todo: 3.4

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

enum { BX = 8, BY = 32, BZ = 1, THREADS_1D = 256 }; // <-- HERE

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = THREADS_1D * blockIdx.x + threadIdx.x + 1;
    if (i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    if (n > 2) derivative_kernel<<<ceil_div(n - 2, THREADS_1D), THREADS_1D>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = BX * blockIdx.x + threadIdx.x;
    int j = BY * blockIdx.y + threadIdx.y;
    int i = BZ * blockIdx.z + threadIdx.z;
    bool boundary = min(i, min(j, k)) < 1 || max(i, max(j, k)) > n - 2;
    if (boundary) return;

    int here = i * n * n + j * n + k;
    const int away[7] = {0, -1, +1, -n, +n, -n * n, +n * n};
    float sum = 0;
#pragma unroll
    for (int a = 0; a < 7; ++a)
        sum += c.c[a] * in[here + away[a]];
    out[here] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(BX, BY, BZ);
    dim3 grid(ceil_div(n, BX), ceil_div(n, BY), ceil_div(n, BZ));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
