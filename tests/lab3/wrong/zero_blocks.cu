// WRONG: n / 8 blocks: none for n < 8, an invalid launch
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=34
// EXPECT check: launch
// EXPECT line: HERE
// EXPECT says: invalid configuration argument

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(8, 8, 8);
    dim3 grid(n / 8, n / 8, n / 8);
    stencil_kernel<<<grid, block>>>(in, out, n, c); // <-- HERE
}
