// WRONG: places in a plane are kept in 16 bits, which end at 65535
// EXPECT test: 3.3/n=258..262
// EXPECT score: 99

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    const unsigned short place = j * n + k;
    const int p = i * n * n + place;
    out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
