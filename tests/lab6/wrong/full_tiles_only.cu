// WRONG: blocks at the edge of the grid compute nothing
// EXPECT test: 6.1/n=3
// EXPECT test: 6.4/n=258..262
// EXPECT pass: 6.1/n=32

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    bool full = k - x + TILE <= n && j - y + TILE <= n;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (full && COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
