// RIGHT: blocks of odd sizes, 48 x 3 x 2, and of one warp for the derivative

#include "common/finite_difference.h"
#include "common/grid.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    if (n > 2) derivative_kernel<<<ceil_div(n, 32), 32>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 48), ceil_div(n, 3), ceil_div(n, 2)), dim3(48, 3, 2)>>>(in, out, n, c);
}
