// WRONG: all threads load and store, and one adds for the whole block
// EXPECT test: 0.2/counter-1
// EXPECT test: 0.2/counter-2
// EXPECT pass: 0.3/n=1009,block=128

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    __shared__ float x[1024], y[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    x[t] = i < n ? a[i] : 0;
    y[t] = i < n ? b[i] : 0;
    __syncthreads();
    if (t == 0)
        for (int k = 0; k < blockDim.x; ++k) x[k] += y[k];
    __syncthreads();
    if (i < n) c[i] = x[t];
}
ADD_VECTORS(RIGHT_LAUNCH)
