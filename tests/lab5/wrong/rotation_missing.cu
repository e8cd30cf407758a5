// WRONG: the planes never move on
// EXPECT test: 5.2/n=4
// EXPECT test: 5.2/n=63
// EXPECT pass: 5.3/n=3
// EXPECT cause: nothing has replaced it since

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
    }
}

#include "tests/lab5/launch.cuh"
