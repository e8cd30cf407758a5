// Both launch functions, each of which calls attack() first and then computes what it should.
#include <cuda_runtime.h>

#include "common/finite_difference.h"
#include "common/grid.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    attack();
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    attack();
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
