// WRONG: right and wide, but each plane is loaded three times: no march
// EXPECT test: 7.3/counter-1
// EXPECT pass: 7.2/counter-1
// EXPECT pass: 7.2/counter-2
// EXPECT score: 80

#define PLANES 1
#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
