// WRONG: places in a row are kept in 8 bits, which end at 255
// EXPECT test: 3.3/n=258..262
// EXPECT score: 99

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    const unsigned char column = k;
    if (!INTERIOR(i, j, column, n)) return;
    const int p = (i * n + j) * n + column;
    out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
