// RIGHT: a brick of four planes in registers, but the ends of warps load their neighbours when they need them

#define PLANES 4
#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    float4 column[PLANES + 2], lows[PLANES], highs[PLANES];
#pragma unroll
    for (int i = 0; i < PLANES + 2; ++i) {
        int at = p + (min(first + i, n) - first - 1) * plane;
        column[i] = FOUR(at);
        if (i >= 1 && i <= PLANES) lows[i - 1] = FOUR(at - n);
        if (i >= 1 && i <= PLANES) highs[i - 1] = FOUR(at + n);
    }
#pragma unroll
    for (int i = 0; i < PLANES; ++i, p += plane) {
        if (first + i >= end) break;
        float4 below = column[i], here = column[i + 1], above = column[i + 2], low = lows[i], high = highs[i];
        SIDES;
        SUMS;
        STORE;
    }
}

#include "tests/lab7/launch.cuh"
