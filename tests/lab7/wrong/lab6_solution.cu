// WRONG: right, but lab 6's kernel: more requests, and more asked of memory
// EXPECT test: 7.2/counter-1
// EXPECT test: 7.2/counter-2
// EXPECT test: 7.3/counter-1
// EXPECT pass: 7.1/n=257..259/2
// EXPECT pass: 7.2/n=136
// EXPECT score: 55

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
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
