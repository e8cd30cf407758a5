// WRONG: the march ends one plane early
// EXPECT test: 6.4/n=32
// EXPECT test: 6.3/n=62
// EXPECT says: never written

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end - 1; ++i) {
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
