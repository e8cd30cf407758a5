// WRONG: cleared in the default stream, computed in a stream that does not wait for that one
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE
// EXPECT says: in the default stream

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void clear_kernel(float *out, int n) {
    POINT_OF_THREAD;
    if (INTERIOR(i, j, k, n)) out[(i * n + j) * n + k] = 0;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    cudaStream_t stream;
    clear_kernel<<<grid, block>>>(out, n);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    stencil_kernel<<<grid, block, 0, stream>>>(in, out, n, c); // <-- HERE
    cudaStreamDestroy(stream);
}
