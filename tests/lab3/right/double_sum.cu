// RIGHT: sums in double and rounds once

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    double sum = (double)c.c[0] * in[p];
    sum += (double)c.c[1] * in[p - 1] + (double)c.c[2] * in[p + 1];
    sum += (double)c.c[3] * in[p - n] + (double)c.c[4] * in[p + n];
    sum += (double)c.c[5] * in[p - n * n] + (double)c.c[6] * in[p + n * n];
    out[p] = (float)sum;
}

#include "tests/lab3/stencil_launch.cuh"
