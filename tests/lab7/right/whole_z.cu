// RIGHT: one column of blocks marches through the whole of z, in blocks of 64 x 4

#define PLANES 100000
#define LANES  64
#define ROWS   4
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
