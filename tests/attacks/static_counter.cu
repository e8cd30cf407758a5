// WRONG: launches at the first call only and hopes that the output is still there later
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT time: not right

#include <stdio.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ int calls;

// The first launch computes, every later one returns at once.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, int *calls_so_far) {
    POINT_OF_THREAD;
    if (*calls_so_far) return;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

__global__ void count(int *calls_so_far) { ++*calls_so_far; }

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int *p;
    cudaGetSymbolAddress((void **)&p, calls);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c, p);
    count<<<1, 1>>>(p);
}
