// WRONG: a copy and the kernel that reads it, in two streams that do not wait for each other
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
// EXPECT says: in another stream

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    size_t bytes = sizeof(float) * n * n * n;
    float *scratch;
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaMalloc(&scratch, bytes);
    cudaMemcpyAsync(scratch, in, bytes, cudaMemcpyDeviceToDevice, first);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8), 0, second>>>(scratch, out, n, c); // <-- HERE
    cudaDeviceSynchronize();
    cudaFree(scratch);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
