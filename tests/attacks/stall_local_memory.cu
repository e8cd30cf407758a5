// WRONG: each thread has 400 KB of local memory, of which it uses a word: right, and too slow on a GPU
// EXPECT pass: 3.3/n=33
// EXPECT score: 95

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { ROOM = 100000 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    volatile float room[ROOM];
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    room[(p * 997u) % ROOM] = SEVEN_POINTS(in, p, n, c);
    out[p] = room[(p * 997u) % ROOM];
}

#include "tests/lab3/stencil_launch.cuh"
