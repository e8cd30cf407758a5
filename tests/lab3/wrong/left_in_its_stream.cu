// WRONG: the kernel runs in a stream that the caller's copy of the result does not wait for, and nobody else does
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
// EXPECT says: The function returns while kernel stencil_kernel
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    stencil_kernel<<<grid, block, 0, stream>>>(in, out, n, c); // <-- HERE
    cudaStreamDestroy(stream);
}
