// WRONG: a macro brings the # of a directive that gives lines to a header, past what reads #line in the file
// EXPECT refused: does not compile
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

#define HASH #

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    HASH 10 "common/stencil.h"
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

#include "tests/lab3/stencil_launch.cuh"
