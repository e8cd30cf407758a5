// RIGHT: __restrict__ pointers and __ldg

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                               StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    out[p] = c.c[0] * __ldg(in + p) + c.c[1] * __ldg(in + p - 1) + c.c[2] * __ldg(in + p + 1) +
             c.c[3] * __ldg(in + p - n) + c.c[4] * __ldg(in + p + n) + c.c[5] * __ldg(in + p - n * n) +
             c.c[6] * __ldg(in + p + n * n);
}

#include "tests/lab3/stencil_launch.cuh"
