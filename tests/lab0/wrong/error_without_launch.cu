// WRONG: no launch is tried with a block that CUDA would refuse
// EXPECT test: 0.3/n=64,block=2048
// EXPECT pass: 0.3/n=1009,block=128
// EXPECT says: launched no kernel

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
static cudaError_t launch(const float *a, const float *b, float *c, int n, int block) {
    if (block > 1024) return cudaErrorInvalidConfiguration;
    add_kernel<<<ceil_div(n, block), block>>>(a, b, c, n);
    return cudaGetLastError();
}
ADD_VECTORS(error = launch(d_a, d_b, d_c, n, block))
