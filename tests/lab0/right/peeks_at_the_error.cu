// RIGHT: the error is looked at with cudaPeekAtLastError, after all work is done

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS((add_kernel<<<ceil_div(n, block), block>>>(d_a, d_b, d_c, n), cudaDeviceSynchronize(),
             error = cudaPeekAtLastError(), cudaGetLastError()))
