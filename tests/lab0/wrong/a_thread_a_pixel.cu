// WRONG: as many threads as pixels, in place of those that the caller asks for
// EXPECT test: 0.5/counter-3
// EXPECT says: threads launched for each one
// EXPECT score: 94

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    (void)blocks;
    grey_kernel<<<(n + 255) / 256, 256>>>(rgb, grey, n);
}
