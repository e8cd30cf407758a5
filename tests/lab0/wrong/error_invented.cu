// WRONG: the refused launch is tried, and the error invented: CUDA is never asked
// EXPECT test: 0.3/n=64,block=2048
// EXPECT pass: 0.3/n=1009,block=128
// EXPECT says: CUDA refused the launch in
// EXPECT score: 94.5

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS((add_kernel<<<ceil_div(n, block), block>>>(d_a, d_b, d_c, n),
             error = block > 1024 ? cudaErrorInvalidConfiguration : cudaSuccess))
