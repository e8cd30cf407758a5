// RIGHT: each thread has 400 KB of local memory, of which it uses a word: what a warp has not written need not be cleared for the next

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { ROOM = 100000 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    volatile float room[ROOM];
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    room[ROOM - 1 - i] = SEVEN_POINTS(in, p, n, c);
    out[p] = room[ROOM - 1 - i];
}

#include "tests/lab3/stencil_launch.cuh"
