// WRONG: blocks at the edge of the grid compute nothing
// EXPECT test: 5.1/n=3
// EXPECT test: 5.4/n=33
// EXPECT test: 5.4/n=258..262
// EXPECT pass: 5.1/n=32

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    bool full = k - x + TILE <= n && j - y + TILE <= n;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (full && COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
