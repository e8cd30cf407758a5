// WRONG: at one size host code throws an exception that nothing catches
// EXPECT test: 3.3/n=13
// EXPECT pass: 3.3/n=10
// EXPECT check: host-crash
// EXPECT line: HERE
// EXPECT says: an exception that nothing catches
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n == 13) throw n; // <-- HERE
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
