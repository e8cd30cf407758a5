// WRONG: the march goes on to the last plane of the grid: boundary is overwritten
// EXPECT test: 5.1/n=3
// EXPECT says: boundary

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < min(first + DEPTH, n); ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
