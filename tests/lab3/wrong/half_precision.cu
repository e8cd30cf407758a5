// WRONG: the products are rounded to half precision
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT says: precision

#include <cuda_fp16.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ float rounded(float x) {
    return __half2float(__float2half(x));
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float sum = rounded(c.c[0] * in[p]);
    sum += rounded(c.c[1] * in[p - 1]) + rounded(c.c[2] * in[p + 1]);
    sum += rounded(c.c[3] * in[p - n]) + rounded(c.c[4] * in[p + n]);
    sum += rounded(c.c[5] * in[p - n * n]) + rounded(c.c[6] * in[p + n * n]);
    out[p] = sum;
}

#include "tests/lab3/stencil_launch.cuh"
