// WRONG: all blocks but the last compute a single warp's pixels, the last one computes the rest
// EXPECT test: 0.5/counter-3

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x, last = gridDim.x - 1;
    if (blockIdx.x < last && threadIdx.x < 32 && blockIdx.x * 32 + threadIdx.x < n)
        grey[blockIdx.x * 32 + threadIdx.x] = brightness(rgb[blockIdx.x * 32 + threadIdx.x]);
    if (blockIdx.x == last)
        for (int i = last * 32 + threadIdx.x; i < n; i += blockDim.x) grey[i] = brightness(rgb[i]);
    (void)me;
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
