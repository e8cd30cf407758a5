// RIGHT: two launches, each with a grid-stride loop over half of the picture, from its end

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= gridDim.x * blockDim.x)
        grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    const int half = n / 64 * 32;
    if (half) grey_kernel<<<blocks, 256>>>(rgb, grey, half);
    grey_kernel<<<blocks, 256>>>(rgb + half, grey + half, n - half);
}
