// WRONG: as many launches as blocks were asked for, each of one block, which has a piece of the picture
// EXPECT test: 0.5/counter-3
// EXPECT pass: 0.5/counter-1
// EXPECT pass: 0.5/counter-2
// EXPECT says: 33.33
#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"
#include "common/grid.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int from, int end) {
    for (int i = from + threadIdx.x; i < end; i += blockDim.x) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    int piece = ceil_div(n, 256 * blocks) * 256;
    for (int from = 0; from < n; from += piece) grey_kernel<<<1, 256>>>(rgb, grey, from, min(n, from + piece));
}
