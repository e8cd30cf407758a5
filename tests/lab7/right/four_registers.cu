// RIGHT: the planes go round through four registers, and nothing is moved

#define PLANES 8
#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    float4 column[4] = {FOUR(p - plane), FOUR(p), {0, 0, 0, 0}, {0, 0, 0, 0}};
#pragma unroll
    for (int i = 0; i < PLANES; ++i, p += plane) {
        if (first + i >= end) return;
        column[(i + 2) % 4] = FOUR(p + plane);
        float4 below = column[i % 4], here = column[(i + 1) % 4], above = column[(i + 2) % 4];
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
    }
}

#include "tests/lab7/launch.cuh"
