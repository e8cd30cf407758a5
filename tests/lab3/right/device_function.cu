// RIGHT: a device function that is not inlined

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ __noinline__ float stencil_at(const float *in, int p, int n, const StencilCoefficients &c) {
    return SEVEN_POINTS(in, p, n, c);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = stencil_at(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
