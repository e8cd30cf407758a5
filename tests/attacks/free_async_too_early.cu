// WRONG: gives memory back in one stream while a kernel in another one may still use it
// EXPECT test: 3.2/n=8
// EXPECT check: race

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy_kernel(const float *in, float *copy, int n) {
    POINT_OF_THREAD;
    if (i < n && j < n && k < n) copy[(i * n + j) * n + k] = in[(i * n + j) * n + k];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *copy;
    cudaStream_t one, other;
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMallocAsync(&copy, sizeof(float) * n * n * n, one);
    copy_kernel<<<grid, block, 0, one>>>(in, copy, n);
    stencil_kernel<<<grid, block, 0, one>>>(copy, out, n, c);
    cudaFreeAsync(copy, other);
    cudaDeviceSynchronize();
}
