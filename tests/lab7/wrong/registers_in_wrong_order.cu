// WRONG: the registers move on in the wrong order: below gets what was above
// EXPECT test: 7.2/n=8
// EXPECT test: 7.3/n=100
// EXPECT pass: 7.1/n=7

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
        here = above;
        below = here;
    }
}

#include "tests/lab7/launch.cuh"
