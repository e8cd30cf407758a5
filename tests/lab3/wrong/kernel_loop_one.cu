// WRONG: one thread never leaves its loop
// EXPECT test: 3.2/n=3
// EXPECT check: timeout
// EXPECT line: HERE
// EXPECT says: it does not seem to end

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    volatile int waiting = i == 1 && j == 1 && k == 1;
    while (waiting) { // <-- HERE
    }
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
