// WRONG: the launch of the skeleton: one block, whatever n is
// EXPECT test: 3.3/n=10
// EXPECT test: 3.3/n=34
// EXPECT pass: 3.2/n=8
// EXPECT test: 3.3/n=17
// EXPECT says: never written

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(8, 8, 8);
    dim3 grid(1, 1, 1);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
}
