// WRONG: inner points end one too early: 29 of 30 are computed
// EXPECT test: 5.3/n=34
// EXPECT test: 5.4/n=62
// EXPECT pass: 5.3/n=3
// EXPECT says: never written

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES && x < INNER && y < INNER) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
