// WRONG: the input is read at [i][k][j]
// EXPECT test: 3.2/n=4
// EXPECT test: 3.3/n=33
// EXPECT says: x and y

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    int q = (i * n + k) * n + j;
    if (!INTERIOR(i, j, k, n)) return;
    out[p] = c.c[0] * in[q] + c.c[1] * in[q - n] + c.c[2] * in[q + n] + c.c[3] * in[q - 1] +
             c.c[4] * in[q + 1] + c.c[5] * in[q - n * n] + c.c[6] * in[q + n * n];
}

#include "tests/lab3/stencil_launch.cuh"
