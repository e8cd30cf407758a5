// WRONG: a march does not end with the grid: the last block runs past plane n-2
// EXPECT test: 7.2/n=12
// EXPECT test: 7.3/n=16
// EXPECT pass: 7.1/n=31
// EXPECT check: out-of-bounds

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < first + PLANES; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
