// WRONG: right, but the threads of a warp lie along z and y: 30 sectors a request
// EXPECT test: 3.4/counter-1
// EXPECT pass: 3.1/n=33
// EXPECT pass: 3.2/n=8
// EXPECT pass: 3.3/n=258..262

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(1, 8, 64);
    dim3 grid(n, ceil_div(n, 8), ceil_div(n, 64));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
