// WRONG: every block computes the first elements
// EXPECT pass: 0.2/n=256,block=256
// EXPECT test: 0.3/n=257,block=256

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS(RIGHT_LAUNCH)
