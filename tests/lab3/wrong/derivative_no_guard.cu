// WRONG: the derivative reads f[-1] and f[n]
// EXPECT test: 3.1/n=33
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT pass: 3.3/n=33

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h); // <-- HERE
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}
