// WRONG: CUDA is asked before the launch, where it knows of no error
// EXPECT test: 0.3/n=64,block=2048
// EXPECT says: but its error was never read

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS((error = cudaGetLastError(), add_kernel<<<ceil_div(n, block), block>>>(d_a, d_b, d_c, n),
             error = block > 1024 ? cudaErrorInvalidConfiguration : error))
