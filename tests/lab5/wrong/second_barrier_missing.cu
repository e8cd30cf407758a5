// WRONG: a plane moves on while neighbours still read it
// EXPECT test: 5.2/n=4
// EXPECT check: race
// EXPECT cause: In the same step, line

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        // a __syncthreads() belongs here
        MOVE_ON; // <-- HERE
    }
}

#include "tests/lab5/launch.cuh"
