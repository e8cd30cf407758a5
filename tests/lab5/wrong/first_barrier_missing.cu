// WRONG: the planes are used before their barrier: neighbours may not have filled their cells
// EXPECT test: 5.2/n=4
// EXPECT test: 5.3/n=34
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        // a __syncthreads() belongs here
        if (COMPUTES) out[POINT(i)] = SUM; // <-- HERE
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
