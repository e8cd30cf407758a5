// WRONG: every four points are stored as a float4, those with x = 0 and x = n-1 too
// EXPECT test: 7.2/n=8
// EXPECT test: 7.3/n=100
// EXPECT pass: 7.1/n=33
// EXPECT says: boundary

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (inside) STORE_FOUR;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
