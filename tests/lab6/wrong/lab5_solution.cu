// WRONG: right, but lab 5's kernel: three planes in shared memory
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1
// EXPECT pass: 6.1/n=67
// EXPECT pass: 6.4/n=258..262
// EXPECT score: 55

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
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
