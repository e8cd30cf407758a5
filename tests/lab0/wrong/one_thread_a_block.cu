// WRONG: the first thread of each block does all of the block's work
// EXPECT test: 0.2/counter-1
// EXPECT test: 0.2/counter-2
// EXPECT pass: 0.3/n=1009,block=128
// EXPECT says: load requests for 32 elements
// EXPECT score: 92

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        for (int i = first; i < n && i < first + (int)blockDim.x; ++i) c[i] = a[i] + b[i];
}
ADD_VECTORS(RIGHT_LAUNCH)
