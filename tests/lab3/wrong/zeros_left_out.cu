// WRONG: a point whose own value is 0 is taken for one that is not there, and left out
// EXPECT test: 3.3/n=33
// EXPECT says: run again on new inputs, of another range and some of them 0

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil(const float *in, float *out, int n, StencilCoefficients a) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    const int p = (i * n + j) * n + k;
    if (in[p] != 0.0f) out[p] = SEVEN_POINTS(in, p, n, a);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients a) {
    const dim3 block(32, 8, 1);
    stencil<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), block>>>(in, out, n, a);
}
