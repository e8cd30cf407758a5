// WRONG: 200,000 launches that do nothing in each call, to hold up the grading
// EXPECT test: 3.3/n=33
// EXPECT check: timeout
// EXPECT line: HERE
// EXPECT says: more than 100000 calls of CUDA
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

__global__ void nothing() {
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    for (int i = 0; i < 200000; i++) nothing<<<1, 1>>>(); // <-- HERE
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
