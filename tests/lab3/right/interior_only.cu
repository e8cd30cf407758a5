// RIGHT: only interior points get a thread; small grids are not launched

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    int i = blockIdx.z + 1;
    int p = (i * n + j) * n + k;
    if (j <= n - 2 && k <= n - 2) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8), n - 2), dim3(32, 8)>>>(in, out, n, c);
}
