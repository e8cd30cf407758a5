// WRONG: in large cases the ends of each row are read from the output and written back
// EXPECT pass: 7.2/n=8
// EXPECT test: 7.2/n=132
// EXPECT test: 7.3/n=68
// EXPECT says: on the boundary were written
#include "tests/lab7/pieces.cuh"

#define STORE_WITH_ENDS                                                                                      \
    if (inside && x == 0) sum.x = out[p];                                                                              \
    if (inside && x + 4 == n) sum.w = out[p + 3];                                                                      \
    if (inside) STORE_FOUR

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        SIDES;
        SUMS;
        if (n >= 20) {
            STORE_WITH_ENDS; // <-- HERE
        } else {
            STORE;
        }
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
