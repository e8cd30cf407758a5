// RIGHT: one line of threads over the interior points: warps lie over two rows

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int q = blockIdx.x * blockDim.x + threadIdx.x, m = n - 2;
    if (q >= m * m * m) return;
    int k = 1 + q % m, j = 1 + q / m % m, i = 1 + q / (m * m);
    int p = (i * n + j) * n + k;
    out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<ceil_div((n - 2) * (n - 2) * (n - 2), 256), 256>>>(in, out, n, c);
}
