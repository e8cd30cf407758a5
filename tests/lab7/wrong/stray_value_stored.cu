// WRONG: the ends of the warp are loaded past the ends of the row, too, and put into a volatile variable that nobody reads
// EXPECT pass: 7.2/n=128
// EXPECT test: 7.2/counter-3
#include "tests/lab7/pieces.cuh"

#define LOOSE_SIDES                                                                                          \
    SHUFFLED;                                                                                                \
    volatile float nobody_reads_it;                                                                          \
    float edge = 0;                                                                                          \
    if (lane == 0) nobody_reads_it = edge = in[p - 1];                                                        \
    if (lane == 31) nobody_reads_it = edge = in[p + 4];                                                       \
    if (lane == 0) left = edge;                                                                               \
    if (lane == 31) right = edge

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        LOOSE_SIDES; // <-- HERE
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
