// RIGHT: neighbours in x by shuffles; warps overlap by two points
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * 30 + threadIdx.x, j = 1 + blockIdx.y * blockDim.y + threadIdx.y, i = 1 + blockIdx.z;
    int p = (i * n + j) * n + k;
    bool there = k < n && j < n;
    float me = there ? in[p] : 0.0f;
    float left = __shfl_up_sync(~0u, me, 1), right = __shfl_down_sync(~0u, me, 1);
    if (threadIdx.x >= 1 && threadIdx.x <= 30 && k <= n - 2 && j <= n - 2)
        out[p] = c.c[0] * me + c.c[1] * left + c.c[2] * right + c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n >= 3) stencil_kernel<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 8), n - 2), dim3(32, 8)>>>(in, out, n, c);
}
