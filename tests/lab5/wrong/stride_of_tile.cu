// WRONG: tiles begin TILE apart, so the points between two of them are left out
// EXPECT test: 5.1/n=37
// EXPECT test: 5.4/n=62
// EXPECT pass: 5.1/n=31

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    k = blockIdx.x * TILE + x;
    j = blockIdx.y * TILE + y;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
