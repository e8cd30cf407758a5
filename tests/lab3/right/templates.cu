// RIGHT: a template whose block shape is known at compile time

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

template <int WIDTH, int HEIGHT, int DEPTH>
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * WIDTH + threadIdx.x;
    int j = blockIdx.y * HEIGHT + threadIdx.y;
    int i = blockIdx.z * DEPTH + threadIdx.z;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

template <int WIDTH, int HEIGHT, int DEPTH>
static void launch(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, WIDTH), ceil_div(n, HEIGHT), ceil_div(n, DEPTH));
    stencil_kernel<WIDTH, HEIGHT, DEPTH><<<grid, dim3(WIDTH, HEIGHT, DEPTH)>>>(in, out, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    launch<64, 2, 2>(in, out, n, c);
}
