// WRONG: a piece of the picture for each thread, whose pixels are read by atomicOr(); neighbouring loads are for show
// EXPECT test: 0.5/counter-1
// EXPECT pass: 0.5/counter-2
// EXPECT pass: 0.5/counter-3
#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_add.cuh"
#include "tests/lab0/right_time.cuh"
#include "common/first_program.h"
#include "tests/lab0/brightness.cuh"

__device__ int zeros[32];

__global__ void grey_kernel(int *rgb, int *grey, int n) {
    int threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    int piece = (n + threads - 1) / threads, end = min(n, (thread + 1) * piece);
    int shown = zeros[threadIdx.x % 32];
    for (int i = thread * piece; i < end; i++)
        grey[i] = brightness(atomicOr(rgb + i, 0)) + shown;
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>((int *)rgb, grey, n);
}
