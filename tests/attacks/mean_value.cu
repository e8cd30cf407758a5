// WRONG: every point gets the mean of what is to be expected
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = c.c[0] * in[p];
}

#include "tests/lab3/stencil_launch.cuh"
