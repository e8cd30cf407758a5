// WRONG: threads past the end do not stop
// EXPECT test: 0.2/n=33,block=256
// EXPECT pass: 0.2/n=256,block=256
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT says: only threads that have an element of their own may come here

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i]; // <-- HERE
}
ADD_VECTORS(RIGHT_LAUNCH)
