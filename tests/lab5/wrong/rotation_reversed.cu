// WRONG: current is overwritten before previous has taken it over
// EXPECT test: 5.2/n=4
// EXPECT test: 5.4/n=62
// EXPECT pass: 5.3/n=3

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
        current[y][x] = next[y][x];
        previous[y][x] = current[y][x];
    }
}

#include "tests/lab5/launch.cuh"
