// WRONG: right, but each block marches through one plane only: every plane is loaded three times
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-1
// EXPECT pass: 5.2/n=63
// EXPECT pass: 5.4/n=258..262

#define DEPTH 1
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
