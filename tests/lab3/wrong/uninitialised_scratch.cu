// WRONG: a scratch buffer of which only one half is filled
// EXPECT test: 3.3/n=33
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c); // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    size_t bytes = sizeof(float) * n * n * n;
    float *scratch;
    cudaMalloc(&scratch, bytes);
    cudaMemcpy(scratch, in, bytes / 2, cudaMemcpyDeviceToDevice);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(scratch, out, n, c);
    cudaFree(scratch);
}
