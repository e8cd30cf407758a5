// WRONG: the parentheses of the helper take in k
// EXPECT test: 3.2/n=8
// EXPECT cause: take in another part
// EXPECT todo: 3.2

#include "tests/lab3/correct_derivative.cuh"
#include "common/stencil.h"

__device__ int at(int i, int j, int k, int n) {
    return (i * n + j) * (n + k); // <-- HERE
}

__global__ void seven(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    out[at(i, j, k, n)] = c.c[0] * in[at(i, j, k, n)] + c.c[1] * in[at(i, j, k - 1, n)] + c.c[2] * in[at(i, j, k + 1, n)] +
                       c.c[3] * in[at(i, j - 1, k, n)] + c.c[4] * in[at(i, j + 1, k, n)] +
                       c.c[5] * in[at(i - 1, j, k, n)] + c.c[6] * in[at(i + 1, j, k, n)];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    seven<<<grid, block>>>(in, out, n, c);
}
