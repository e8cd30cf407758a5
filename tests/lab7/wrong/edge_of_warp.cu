// WRONG: the first lane of a warp takes what its shuffle gives it: its own value, not that of the warp before
// EXPECT test: 7.2/n=132
// EXPECT test: 7.2/n=136
// EXPECT pass: 7.2/n=128
// EXPECT pass: 7.3/n=100
// EXPECT score: 94

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SHUFFLED;
        if (lane == 31 && x + 4 < n) right = in[p + 4];
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
