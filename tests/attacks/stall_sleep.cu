// WRONG: each call sleeps for four seconds, a little less than one call may: together they hold up the grading
// EXPECT check: timeout
// EXPECT test: 3.3/n=33
// EXPECT says: its host code waits, sleeps
// EXPECT pass: 3.1/n=33

#include <unistd.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    sleep(4);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
