// WRONG: tiles stick out of the grid, and are loaded as if they did not
// EXPECT test: 6.1/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    float previous = in[POINT(first - 1)], current = in[POINT(first)], next; // <-- HERE
    for (int i = first; i < end; ++i) {
        next = in[POINT(i + 1)]; // <-- HERE
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
