// WRONG: the loop goes on by the threads of its own block, so every block computes all samples: right results, many times over
// EXPECT test: 3.1/counter-1
// EXPECT pass: 3.1/n=4093
// EXPECT says: Several threads compute and store the same sample
// EXPECT todo: 3.1
// EXPECT score: 97
#include "common/finite_difference.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    for (int i = threadIdx.x + 1; i <= n - 2; i += blockDim.x) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
