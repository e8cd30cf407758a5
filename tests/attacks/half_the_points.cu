// WRONG: computes all points but those with an odd x + y + z
// EXPECT test: 3.2/n=4
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n) && (i + j + k) % 2 == 1) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
