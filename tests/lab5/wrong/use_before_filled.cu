// WRONG: next is used one plane before it is loaded
// EXPECT test: 5.1/n=3
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM; // <-- HERE
        __syncthreads();
        MOVE_ON;
        next[y][x] = VALUE(i + 1);
    }
}

#include "tests/lab5/launch.cuh"
