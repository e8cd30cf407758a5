// WRONG: the factor lacks the 2
// EXPECT test: 3.1/n=33
// EXPECT cause: is not the number that the kernel needs
// EXPECT todo: 3.1

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) * factor;
}

static float factor_of(float h) {
    return 1.0f / h; // <-- HERE
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, factor_of(h));
}
