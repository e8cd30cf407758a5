// WRONG: the derivative's number of blocks is that of the first call of a process
// EXPECT pass: 3.1/n=1000
// EXPECT test: 3.1/n=66000..90000
// EXPECT says: uses what the first one has kept
// EXPECT cause: `blocks` keeps its value from call to call, and this condition

#include "common/finite_difference.h"
#include "common/grid.h"
#include "tests/lab3/seven_points.cuh"
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    static int blocks = 0; // <-- HERE
    if (!blocks) blocks = ceil_div(n, 256);
    derivative_kernel<<<blocks, 256>>>(f, df, n, h);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
