// WRONG: x slowest, but the lanes of a warp work one after the other, so that no request has any excess
// EXPECT test: 3.4/counter-1
// EXPECT pass: 3.3/n=258..262
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    for (int lane = 0; lane < 32; ++lane)
        if (threadIdx.x == lane && INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), n, n), 32>>>(in, out, n, c);
}
