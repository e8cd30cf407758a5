// WRONG: the size of a plane is wrong in the arguments of the launch
// EXPECT test: 3.2/n=8
// EXPECT cause: `2 * n`, is not the number that the kernel needs
// EXPECT todo: 3.3

#include "tests/lab3/correct_derivative.cuh"
#include "common/stencil.h"

__global__ void seven(const float *in, float *out, int n, int row, int plane, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    const float *p = in + i * plane + j * row + k;
    out[i * n * n + j * n + k] = c.c[0] * p[0] + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * p[-row] +
                                 c.c[4] * p[row] + c.c[5] * p[-plane] + c.c[6] * p[plane];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    seven<<<grid, block>>>(in, out, n, n, 2 * n, c); // <-- HERE
}
