// WRONG: blocks of a single thread: no warp has neighbours, so nothing is excess
// EXPECT test: 3.4/counter-1
// EXPECT pass: 3.3/n=258..262
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(n, n, n), 1>>>(in, out, n, c);
}
