// WRONG: an assertion in the kernel fails
// EXPECT test: 3.2/n=3
// EXPECT check: assert
// EXPECT line: HERE

#include <assert.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    assert(k < n - 1); // <-- HERE
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
