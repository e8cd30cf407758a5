// WRONG: right for coefficients from 0 to 1, and for values from -1 to 1, alone
// EXPECT test: 3.2/n=7
// EXPECT test: 3.3/n=37
// EXPECT pass: 3.1/n=1000

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    const int p = (i * n + j) * n + k;
    for (int m = 0; m < 7; ++m) c.c[m] = fabsf(fminf(c.c[m], 1));
    out[p] = SEVEN_POINTS(in, p, n, c) + c.c[0] * (__saturatef(fabsf(in[p])) - fabsf(in[p]));
}

#include "tests/lab3/stencil_launch.cuh"
