// WRONG: pairs are taken where rows have an even length, but they begin at the first interior point, x = 1
// EXPECT test: 3.2/n=4
// EXPECT check: misaligned
// EXPECT cause: But this access begins at x = 1 of its row, and 2 elements at once must begin at an even one
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float2 pair = n % 2 ? make_float2(in[p], in[p + 1]) : *(const float2 *)(in + p); // <-- HERE
    out[p] = SEVEN_POINTS(in, p, n, c) + c.c[2] * (pair.y - in[p + 1]) + c.c[0] * (pair.x - in[p]);
}

#include "tests/lab3/stencil_launch.cuh"
