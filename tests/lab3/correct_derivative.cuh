// A right launch_derivative, for test submissions that are about the stencil.
#include <cuda_runtime.h>

#include "common/finite_difference.h"
#include "common/grid.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
}
