// RIGHT: reads the boundary of the output and writes back what it held

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i >= n || j >= n || k >= n) return;
    float value = out[p];
    if (INTERIOR(i, j, k, n)) value = SEVEN_POINTS(in, p, n, c);
    out[p] = value;
}

#include "tests/lab3/stencil_launch.cuh"
