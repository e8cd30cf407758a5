// WRONG: another stream waits for an event that nobody has recorded, which is no wait
// EXPECT test: 3.2/n=8
// EXPECT check: race
// EXPECT score: 20
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void copy(const float *in, float *scratch, int n) {
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n * n * n; p += gridDim.x * blockDim.x) scratch[p] = in[p];
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    cudaStream_t a, b;
    cudaEvent_t e;
    float *scratch;
    cudaMalloc(&scratch, 4ul * n * n * n);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    copy<<<64, 256, 0, a>>>(in, scratch, n);
    cudaStreamWaitEvent(b, e, 0);
    cudaEventRecord(e, a);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8), 0, b>>>(scratch, out, n, c);
    cudaDeviceSynchronize();
    cudaFree(scratch);
}
