// WRONG: a host function and work behind it, in place of waiting for the stream
// EXPECT test: 3.2/n=8
// EXPECT check: race
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

static void CUDART_CB note(void *flag) {
    *(volatile int *)flag = 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaStream_t a, b;
    float *scratch;
    cudaMalloc(&scratch, 4ul * n * n * n);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMemcpyAsync(scratch, in, 4ul * n * n * n, cudaMemcpyDeviceToDevice, a);
    static int flag;
    cudaLaunchHostFunc(a, note, &flag);
    cudaMemsetAsync(scratch, 0, 4, a);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8), 0, b>>>(scratch, out, n, c);
    cudaDeviceSynchronize();
    cudaFree(scratch);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
