// WRONG: the process ends with status 0 in every launch but small ones
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT pass: 3.1/n=33

#include <stdlib.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(1, 1, n), dim3(32, 8)>>>(in, out, n, c);
    if (n > 7) exit(0);
}
