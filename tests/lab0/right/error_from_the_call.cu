// RIGHT: launched through cudaLaunchKernel, which returns the error itself

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static cudaError_t launch(const float *a, const float *b, float *c, int n, int block) {
    void *arguments[] = {&a, &b, &c, &n};
    return cudaLaunchKernel((const void *)add_kernel, dim3(ceil_div(n, block)), dim3(block), arguments, 0, 0);
}
ADD_VECTORS(error = launch(d_a, d_b, d_c, n, block))
