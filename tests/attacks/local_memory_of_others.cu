// WRONG: of a large local array the odd blocks read what only the even ones have written
// EXPECT check: uninitialised
// EXPECT test: 3.3/n=33
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { ROOM = 100000 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    volatile float room[ROOM];
    int p = (i * n + j) * n + k;
    const bool even = (blockIdx.x + blockIdx.y + blockIdx.z) % 2 == 0;
    if (even) room[ROOM - 1 - n] = 1;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c) * room[ROOM - 1 - n]; // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
