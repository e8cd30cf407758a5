// WRONG: the parentheses of the macro take in n
// EXPECT test: 3.2/n=8
// EXPECT cause: take in another part
// EXPECT todo: 3.2

#include "tests/lab3/correct_derivative.cuh"
#include "common/stencil.h"

#define AT(i, j, k) (((i) * (n + (j))) * n + (k)) // <-- HERE

__global__ void seven(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    out[AT(i, j, k)] = c.c[0] * in[AT(i, j, k)] + c.c[1] * in[AT(i, j, k - 1)] + c.c[2] * in[AT(i, j, k + 1)] +
                       c.c[3] * in[AT(i, j - 1, k)] + c.c[4] * in[AT(i, j + 1, k)] +
                       c.c[5] * in[AT(i - 1, j, k)] + c.c[6] * in[AT(i + 1, j, k)];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    seven<<<grid, block>>>(in, out, n, c);
}
