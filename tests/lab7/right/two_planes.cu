// RIGHT: marches of two planes only

#define PLANES 2
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
