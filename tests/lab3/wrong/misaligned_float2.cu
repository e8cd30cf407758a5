// WRONG: pairs of floats are read from odd addresses
// EXPECT test: 3.2/n=3
// EXPECT check: misaligned
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float2 pair = *(const float2 *)&in[p]; // <-- HERE
    out[p] = SEVEN_POINTS(in, p, n, c) + c.c[2] * (pair.y - in[p + 1]) + c.c[0] * (pair.x - in[p]);
}

#include "tests/lab3/stencil_launch.cuh"
