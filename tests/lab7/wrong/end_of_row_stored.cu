// WRONG: the last point of each row, on the boundary, is stored
// EXPECT test: 7.2/n=12
// EXPECT test: 7.2/n=128
// EXPECT pass: 7.1/n=257..259/2
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
        if (inside && x > 0) {
            STORE_FOUR;
        } else if (inside) {
            STORE_ENDS;
        }
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
