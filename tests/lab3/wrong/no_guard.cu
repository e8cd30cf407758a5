// WRONG: the stencil has no guard at all
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    out[p] = SEVEN_POINTS(in, p, n, c); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
