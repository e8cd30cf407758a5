// WRONG: one coefficient for all six neighbours
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: use c[1]
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[1] * in[p + 1] + c.c[1] * in[p - n] +
             c.c[1] * in[p + n] + c.c[1] * in[p - n * n] + c.c[1] * in[p + n * n];
}

#include "tests/lab3/stencil_launch.cuh"
