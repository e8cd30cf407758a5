// WRONG: the place in a plane is a short, which ends at n = 181
// EXPECT test: 3.3/n=258..262
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    short q = j * n + k;
    int p = i * n * n + q;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
#include "tests/lab3/stencil_launch.cuh"
