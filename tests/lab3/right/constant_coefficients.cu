// RIGHT: the coefficients in __constant__ memory

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__constant__ StencilCoefficients coefficients;

__global__ void stencil_kernel(const float *in, float *out, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, coefficients);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaMemcpyToSymbol(coefficients, &c, sizeof c);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n);
}
