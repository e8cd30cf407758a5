// WRONG: the first warp of each block does the block's work
// EXPECT test: 0.5/counter-3
// EXPECT pass: 0.5/counter-1
// EXPECT score: 94

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    if (threadIdx.x >= 32) return;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
