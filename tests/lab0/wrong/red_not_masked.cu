// WRONG: red is taken with the bits above it, which say how opaque a pixel is and may make the int negative
// EXPECT test: 0.5/height=16,width=16,blocks=1
// EXPECT score: 75

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        grey[i] = (77 * (rgb[i] >> 16) + 150 * (rgb[i] >> 8 & 255) + 29 * (rgb[i] & 255)) / 256;
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
