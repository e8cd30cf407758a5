// WRONG: copies the coefficients to the device at the first call, and keeps these for all others
// EXPECT test: 3.2/n=7
// EXPECT says: calls it again
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__constant__ StencilCoefficients kept;

__global__ void stencil_kernel(const float *in, float *out, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, kept);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static bool copied;
    if (!copied) cudaMemcpyToSymbol(kept, &c, sizeof c);
    copied = true;
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n);
}
