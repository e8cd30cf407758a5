// RIGHT: one thread prints a line

#include <stdio.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i == 0 && j == 0 && k == 0) printf("stencil of %d x %d x %d points\n", n, n, n);
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
