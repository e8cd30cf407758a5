// WRONG: && where || belongs: the guard stops hardly any thread
// EXPECT test: 3.2/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if ((i < 1 || i > n - 2) && (j < 1 || j > n - 2) && (k < 1 || k > n - 2)) return;
    out[p] = SEVEN_POINTS(in, p, n, c); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
