// WRONG: 16 lanes of each warp do the work of 32
// EXPECT test: 0.2/counter-1
// EXPECT pass: 0.3/n=1009,block=128

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (lane >= 16) return;
    for (int k = 0; k < 2; ++k, i += 16)
        if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS(RIGHT_LAUNCH)
