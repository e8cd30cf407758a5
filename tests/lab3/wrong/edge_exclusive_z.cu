// WRONG: z stops one plane early: the plane z = n-2 is never written
// EXPECT test: 3.2/n=5
// EXPECT says: never written

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n) && i < n - 2) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
