// WRONG: results are stored far behind the output
// EXPECT test: 3.2/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p + n * n * n] = SEVEN_POINTS(in, p, n, c); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
