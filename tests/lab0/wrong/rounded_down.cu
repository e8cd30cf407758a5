// WRONG: the number of blocks is rounded down
// EXPECT test: 0.3/n=257,block=256
// EXPECT pass: 0.3/n=66016..90016/32,block=32
// EXPECT pass: 0.2/n=256,block=256

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS((add_kernel<<<n / block, block>>>(d_a, d_b, d_c, n), error = cudaGetLastError()))
