// WRONG: the march takes DEPTH planes, though the grid has fewer left: it writes behind it
// EXPECT test: 6.1/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < first + DEPTH; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM; // <-- HERE
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
