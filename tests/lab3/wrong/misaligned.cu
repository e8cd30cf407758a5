// WRONG: the neighbours are read one byte off
// EXPECT test: 3.2/n=3
// EXPECT check: misaligned
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    const float *off = (const float *)((const char *)in + 1);
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(off, p, n, c); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
