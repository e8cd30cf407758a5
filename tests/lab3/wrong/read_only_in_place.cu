// WRONG: two pointers that are __restrict__ lead to one buffer, and the const one is read through the read-only data cache
// EXPECT check: read-only
// EXPECT line: HERE
// EXPECT test: 3.3/n=33
// EXPECT says: data must not change while the kernel runs

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c) * 2;
}

__global__ void halve(const float *__restrict__ from, float *__restrict__ to, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) to[p] = from[p] / 2; // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    halve<<<grid, block>>>(out, out, n);
}
