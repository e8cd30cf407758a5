// WRONG: nobody asks whether the launch was accepted
// EXPECT test: 0.3/n=64,block=2048
// EXPECT pass: 0.3/n=1009,block=128

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS((add_kernel<<<ceil_div(n, block), block>>>(d_a, d_b, d_c, n)))
