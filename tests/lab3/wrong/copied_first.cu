// WRONG: the whole input is copied to the output before the stencil
// EXPECT test: 3.3/n=33
// EXPECT says: boundary

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaMemcpy(out, in, sizeof(float) * n * n * n, cudaMemcpyDeviceToDevice);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
