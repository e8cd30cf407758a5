// RIGHT: fused multiply-adds written out, and approximate division, which is exact enough

#include "common/finite_difference.h"
#include "common/grid.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = __fdividef(f[i + 1] - f[i - 1], 2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float sum = __fmul_rn(c.c[0], in[p]);
    sum = __fmaf_rn(c.c[1], in[p - 1], sum);
    sum = __fmaf_rn(c.c[2], in[p + 1], sum);
    sum = __fmaf_rn(c.c[3], in[p - n], sum);
    sum = __fmaf_rn(c.c[4], in[p + n], sum);
    sum = __fmaf_rn(c.c[5], in[p - n * n], sum);
    out[p] = __fmaf_rn(c.c[6], in[p + n * n], sum);
}

#include "tests/lab3/stencil_launch.cuh"
