// WRONG: a group of four with both ends of a row, n = 4, stores its last point
// EXPECT test: 7.1/n=4
// EXPECT pass: 7.2/n=8
// EXPECT pass: 7.2/n=136
// EXPECT says: boundary
// EXPECT score: 97

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (inside && x == 0) {
            out[p + 1] = sum.y;
            *(float2 *)(out + p + 2) = make_float2(sum.z, sum.w);
        } else {
            STORE;
        }
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
