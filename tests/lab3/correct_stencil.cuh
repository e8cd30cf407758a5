// A right launch_stencil, for test submissions that are about the derivative.
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
