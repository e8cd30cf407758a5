// WRONG: tiles stick out of the grid, and are loaded as if they did not
// EXPECT test: 5.1/n=3
// EXPECT test: 5.4/n=33
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    previous[y][x] = in[POINT(first - 1)];
    current[y][x] = in[POINT(first)]; // <-- HERE
    for (int i = first; i < end; ++i) {
        next[y][x] = in[POINT(i + 1)]; // <-- HERE
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
