// WRONG: grids as large as the largest test, whatever n is: 16 blocks for the derivative, 5 x 17 x 130 for the stencil
// EXPECT score: 19
#include <cuda_runtime.h>
#include "common/finite_difference.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}
void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<16, 256>>>(f, df, n, h); }

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(5, 17, 130), dim3(32, 8)>>>(in, out, n, c);
}
