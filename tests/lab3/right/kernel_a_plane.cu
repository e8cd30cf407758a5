// RIGHT: one kernel launch a plane of z, the smallest grids without any
// EXPECT time: missed

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void plane_kernel(const float *in, float *out, int n, int i, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    for (int i = 1; i <= n - 2; ++i)
        plane_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8)), dim3(32, 8)>>>(in, out, n, i, c);
}
