// WRONG: / 2 * h divides by 2 and multiplies by h
// EXPECT test: 3.1/n=33
// EXPECT says: / 2 * h
// EXPECT pass: 3.3/n=33

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / 2 * h;
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}
