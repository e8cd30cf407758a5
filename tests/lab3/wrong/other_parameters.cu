// WRONG: launch_stencil takes the coefficients by reference: there is no function of the type that the lab calls
// EXPECT test: 3.2/n=3
// EXPECT pass: 3.1/n=33
// EXPECT says: there is no function launch_stencil in your file
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, const StencilCoefficients &c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
