// WRONG: the planes are volatile, and no barrier lies between the steps
// EXPECT test: 5.2/n=5
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float previous[TILE][TILE], current[TILE][TILE], next[TILE][TILE];
    PLACE;
    if (EXISTS(first - 1)) previous[y][x] = in[POINT(first - 1)];
    if (EXISTS(first)) current[y][x] = in[POINT(first)];
    for (int i = first; i < end; ++i) {
        if (EXISTS(i + 1)) next[y][x] = in[POINT(i + 1)]; // <-- HERE
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM; // <-- HERE
        if (EXISTS(i)) previous[y][x] = current[y][x];     // <-- HERE
        if (EXISTS(i + 1)) current[y][x] = next[y][x];     // <-- HERE
    }
}

#include "tests/lab5/launch.cuh"
