// WRONG: tiles begin TILE apart, so the points between two of them are left out
// EXPECT test: 6.1/n=37
// EXPECT test: 6.3/n=62
// EXPECT pass: 6.1/n=31

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    k = blockIdx.x * TILE + x;
    j = blockIdx.y * TILE + y;
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
