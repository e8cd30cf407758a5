// WRONG: the derivative in half precision
// EXPECT test: 3.1/n=33

#include <cuda_fp16.h>

#include "tests/lab3/correct_stencil.cuh"
#include "common/finite_difference.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = __half2float(__hsub(__float2half(f[i + 1]), __float2half(f[i - 1]))) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}
