// WRONG: the march ends one plane early
// EXPECT test: 5.2/n=32
// EXPECT test: 5.4/n=62
// EXPECT says: never written

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end - 1; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
