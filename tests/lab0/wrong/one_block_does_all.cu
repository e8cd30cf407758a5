// WRONG: the first block computes all pixels, and the others leave at once
// EXPECT test: 0.5/counter-3
// EXPECT pass: 0.5/counter-1
// EXPECT pass: 0.5/counter-2
// EXPECT says: 33.33
// EXPECT score: 94

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    if (blockIdx.x) return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
