// RIGHT: cells outside the grid are never written; they are copied when the planes move on, and nobody uses them

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
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
    }
}

#include "tests/lab5/launch.cuh"
