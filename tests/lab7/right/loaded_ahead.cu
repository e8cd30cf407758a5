// RIGHT: a march that loads one plane ahead

#define PLANES 8
#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    LOAD;
    for (int z = first; z < end; ++z, p += plane) {
        float4 ahead = above;
        if (z + 1 < end) ahead = FOUR(p + 2 * plane);
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
        MOVE_ON;
        above = ahead;
    }
}

#include "tests/lab7/launch.cuh"
