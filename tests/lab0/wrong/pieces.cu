// WRONG: each thread takes a piece of its own, so that neighbours lie far apart
// EXPECT test: 0.5/counter-1
// EXPECT pass: 0.5/height=37,width=53,blocks=3
// EXPECT score: 96

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    int threads = gridDim.x * blockDim.x, piece = (n + threads - 1) / threads;
    int first = piece * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int i = first; i < first + piece && i < n; ++i) grey[i] = brightness(rgb[i]);
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
