// WRONG: boundary points are set to zero
// EXPECT test: 3.2/n=1
// EXPECT test: 3.3/n=33
// EXPECT says: boundary

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (i < n && j < n && k < n) out[p] = INTERIOR(i, j, k, n) ? SEVEN_POINTS(in, p, n, c) : 0.0f;
}

#include "tests/lab3/stencil_launch.cuh"
