// WRONG: left and right are shuffled the wrong way round
// EXPECT test: 7.2/n=8
// EXPECT test: 7.3/n=16
// EXPECT pass: 7.1/n=5

#include "tests/lab7/pieces.cuh"

__global__ void wide_stencil_kernel(ARGUMENTS) {
    PLACE;
    COLUMN;
    for (int z = first; z < end; ++z, p += plane) {
        LOAD;
        ROWS_BESIDE;
        float left = __shfl_down_sync(0xffffffff, here.x, 1), right = __shfl_up_sync(0xffffffff, here.w, 1);
        SUMS;
        STORE;
        MOVE_ON;
    }
}

#include "tests/lab7/launch.cuh"
