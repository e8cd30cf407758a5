// WRONG: the plane after the next is loaded ahead, in the last steps too, where there is none
// EXPECT test: 7.2/n=8
// EXPECT test: 7.2/n=128
// EXPECT pass: 7.1/n=67
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    LOAD;
    for (int z = first; z < end; ++z, p += plane) {
        float4 ahead = FOUR(p + 2 * plane); // <-- HERE
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
        MOVE_ON;
        above = ahead;
    }
}

#include "tests/lab7/launch.cuh"
