// WRONG: the plane is filled before the march and never again
// EXPECT test: 6.2/n=4
// EXPECT test: 6.4/n=63
// EXPECT pass: 6.3/n=3

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    plane[y][x] = current;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
