// RIGHT: fused multiply-adds in the reverse order, and a derivative with a reciprocal

#include "common/finite_difference.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    float scale = __fdividef(1.0f, 2.0f * h);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = f[i + 1] * scale - f[i - 1] * scale;
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float sum = c.c[6] * in[p + n * n];
    sum = fmaf(c.c[5], in[p - n * n], sum);
    sum = fmaf(c.c[4], in[p + n], sum);
    sum = fmaf(c.c[3], in[p - n], sum);
    sum = fmaf(c.c[2], in[p + 1], sum);
    sum = fmaf(c.c[1], in[p - 1], sum);
    out[p] = fmaf(c.c[0], in[p], sum);
}

#include "tests/lab3/stencil_launch.cuh"
