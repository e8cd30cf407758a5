// WRONG: the ends of a row are loaded without a look at x: p-1 at x = 0 is the last value of the row before, which no sum uses
// EXPECT pass: 7.2/n=136
// EXPECT pass: 7.2/counter-1
// EXPECT test: 7.2/counter-3
// EXPECT says: Load them only where x > 0
// EXPECT score: 99

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SHUFFLED;
        if (lane == 0) left = in[p - 1]; // <-- HERE
        if (lane == 31 || x + 4 >= n) right = in[p + 4];
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
