// WRONG: cells outside the grid are left unwritten, and copied when the planes move on
// EXPECT test: 5.1/n=3
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    if (EXISTS(first - 1)) previous[y][x] = in[POINT(first - 1)];
    if (EXISTS(first)) current[y][x] = in[POINT(first)];
    for (int i = first; i < end; ++i) {
        if (EXISTS(i + 1)) next[y][x] = in[POINT(i + 1)];
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        previous[y][x] = current[y][x]; // <-- HERE
        current[y][x] = next[y][x];     // <-- HERE
    }
}

#include "tests/lab5/launch.cuh"
