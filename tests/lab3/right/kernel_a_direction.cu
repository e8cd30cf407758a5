// RIGHT: one kernel for each axis, each adding its terms
// EXPECT time: missed

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void centre_kernel(const float *in, float *out, int n, float centre) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = centre * in[p];
}

__global__ void axis_kernel(const float *in, float *out, int n, int step, float minus, float plus) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] += minus * in[p - step] + plus * in[p + step];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    centre_kernel<<<grid, block>>>(in, out, n, c.c[0]);
    for (int axis = 0, step = 1; axis < 3; ++axis, step *= n)
        axis_kernel<<<grid, block>>>(in, out, n, step, c.c[1 + 2 * axis], c.c[2 + 2 * axis]);
}
