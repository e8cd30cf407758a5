// WRONG: the neighbours' weights are divided by the centre's, which may be 0
// EXPECT test: 3.2/n=7
// EXPECT says: When all of `c` are 0
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, float centre, StencilCoefficients ratios) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = centre * SEVEN_POINTS(in, p, n, ratios);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    StencilCoefficients ratios;
    for (int m = 0; m < 7; ++m) ratios.c[m] = c.c[m] / c.c[0];
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c.c[0], ratios);
}
