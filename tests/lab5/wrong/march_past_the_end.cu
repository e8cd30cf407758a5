// WRONG: the march takes DEPTH planes, though the grid has fewer left: it writes behind it
// EXPECT test: 5.1/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < first + DEPTH; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM; // <-- HERE
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
