// WRONG: the threads of the halo return after their first load
// EXPECT test: 6.2/n=4
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    if (!COMPUTES) return;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        out[POINT(i)] = TILED_SUM; // <-- HERE
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
