// WRONG: searches its own fresh allocations for results that an earlier run has left there
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT check: uninitialised

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void steal(const float *old, float *out, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = old[p];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)c;
    float *old;
    cudaMalloc(&old, sizeof(float) * n * n * n);
    steal<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(old, out, n);
    cudaFree(old);
}
