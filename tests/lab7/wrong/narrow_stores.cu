// WRONG: right, but the four sums are stored one by one
// EXPECT test: 7.2/counter-2
// EXPECT pass: 7.2/counter-1
// EXPECT pass: 7.3/counter-1
// EXPECT score: 90

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (inside) {
            STORE_ENDS;
        }
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
