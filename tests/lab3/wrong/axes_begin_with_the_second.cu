// WRONG: the loop over the axes leaves out x
// EXPECT test: 3.2/n=8
// EXPECT cause: x-1, x+1 are missing
// EXPECT todo: 3.2

#include "tests/lab3/correct_derivative.cuh"
#include "common/stencil.h"

__global__ void seven(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    const int step[3] = {1, n, n * n};
    const int p = (i * n + j) * n + k;
    float sum = c.c[0] * in[p];
    for (int d = 1; d < 3; ++d) // <-- HERE
        sum += c.c[2 * d + 1] * in[p - step[d]] + c.c[2 * d + 2] * in[p + step[d]];
    out[p] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    seven<<<grid, block>>>(in, out, n, c);
}
