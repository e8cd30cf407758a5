// WRONG: managed memory, whose host accesses a repetition would miss: a lab offers none
// EXPECT test: 3.2/n=3
// EXPECT check: not-simulated

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *copy;
    if (cudaMallocManaged(&copy, (size_t)n * n * n * sizeof *copy) != cudaSuccess) return;
    cudaMemcpy(copy, in, (size_t)n * n * n * sizeof *copy, cudaMemcpyDefault);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8, 1)>>>(copy, out, n, c);
}
