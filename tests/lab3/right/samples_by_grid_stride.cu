// RIGHT: three blocks compute all samples, in a loop that goes on by the threads of the grid
#include "common/finite_difference.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i <= n - 2; i += gridDim.x * blockDim.x) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<3, 256>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
