// WRONG: copies the input at the first call for a size, and computes from that copy ever after
// EXPECT test: 3.2/n=7
// EXPECT says: elements of its result are wrong
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static float *copy; static int copied;
    if (copied != n) {
        if (copy) cudaFree(copy);
        cudaMalloc(&copy, 4ul * n * n * n);
        cudaMemcpy(copy, in, 4ul * n * n * n, cudaMemcpyDeviceToDevice);
        copied = n;
    }
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(copy, out, n, c);
}
