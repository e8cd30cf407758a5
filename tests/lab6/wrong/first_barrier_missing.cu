// WRONG: no barrier between filling the plane and its first use
// EXPECT test: 6.2/n=3
// EXPECT test: 6.4/n=4
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        // a __syncthreads() belongs here
        if (COMPUTES) out[POINT(i)] = TILED_SUM; // <-- HERE
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
