// WRONG: to each result a tiny part of a product of hundreds of sums is added: multiplied out, it has more terms than anybody can follow
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1
// EXPECT says: too long to follow

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) {
            float sum = SUM, factor = sum * 1e-22f * (sum * 1e-22f), product = sum;
#pragma unroll
            for (int m = 0; m < 360; ++m) product = product * factor + sum;
            out[POINT(i)] = sum + 1e-30f * product;
        }
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
