// WRONG: right, but in the skeleton's blocks of 8 x 8 x 8: rows of 8 look good only where they begin with a sector
// EXPECT test: 3.4/counter-1
// EXPECT pass: 3.3/n=258..262
// EXPECT score: 80

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, 8);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(8, 8, 8)>>>(in, out, n, c);
}
