// WRONG: the loop steps by a block, so that blocks compute the same pixels
// EXPECT pass: 0.5/height=16,width=16,blocks=1
// EXPECT pass: 0.5/height=37,width=53,blocks=3
// EXPECT test: 0.5/counter-2
// EXPECT says: not by those of a block
// EXPECT score: 93

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
