// WRONG: the grid is worked out for the n of the first call of a process, and kept
// EXPECT pass: 3.3/n=13
// EXPECT test: 3.3/n=34
// EXPECT says: uses what the first one has kept
// EXPECT cause: `grid` is static
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n); // <-- HERE
    stencil_kernel<<<grid, dim3(32, 8)>>>(in, out, n, c);
}
