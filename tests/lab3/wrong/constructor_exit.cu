// WRONG: a constructor ends the process with _exit(0) before anything is called
// EXPECT test: 3.1/n=3
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include <unistd.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__attribute__((constructor)) static void leave() {
    _exit(0);
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
