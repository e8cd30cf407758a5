// WRONG: a host function, in a thread of the runtime, dereferences a null pointer
// EXPECT test: 3.2/n=8
// EXPECT check: host-dereference
// EXPECT line: HERE
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

static void CUDART_CB crash(void *data) {
    *(volatile int *)data = 1; // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaStream_t a, b;
    float *scratch;
    cudaMalloc(&scratch, 4ul * n * n * n);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMemcpyAsync(scratch, in, 4ul * n * n * n, cudaMemcpyDeviceToDevice, a);
    cudaLaunchHostFunc(a, crash, NULL);
    for (volatile long i = 0; i < 1000000000l; i = i + 1);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8), 0, b>>>(scratch, out, n, c);
    cudaDeviceSynchronize();
    cudaFree(scratch);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
