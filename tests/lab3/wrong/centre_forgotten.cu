// WRONG: the centre is forgotten
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: centre is missing
// EXPECT pass: 3.1/n=33
// EXPECT cause: The term for the centre is missing

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    out[p] = c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
             c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}

#include "tests/lab3/stencil_launch.cuh"
