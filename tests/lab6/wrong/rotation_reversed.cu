// WRONG: current is overwritten before previous has taken it over
// EXPECT test: 6.4/n=4
// EXPECT test: 6.4/n=258..262
// EXPECT pass: 6.3/n=3

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        current = next;
        previous = current;
    }
}

#include "tests/lab5/launch.cuh"
