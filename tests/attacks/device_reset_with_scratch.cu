// WRONG: a scratch buffer is used after cudaDeviceReset, which gives all memory back
// EXPECT check: out-of-bounds
// EXPECT test: 3.2/n=3
// EXPECT pass: 3.1/n=33
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *scratch;
    cudaMalloc(&scratch, 4ul * n * n * n);
    cudaMemcpy(scratch, in, 4ul * n * n * n, cudaMemcpyDeviceToDevice);
    cudaDeviceReset();
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(scratch, out, n, c);
}
