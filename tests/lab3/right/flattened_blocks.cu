// RIGHT: one-dimensional blocks over the flattened grid

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    int k = p % n, j = p / n % n, i = p / n / n;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<ceil_div(n * n * n, 256), 256>>>(in, out, n, c);
}
