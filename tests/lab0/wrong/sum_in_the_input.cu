// WRONG: the host adds, and sends the kernel the sum and zeros
// EXPECT test: 0.2/n=256,block=256
// EXPECT test: 0.3/n=1009,block=128
// EXPECT says: run again on new inputs

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
static cudaError_t launch(float *a, float *b, float *c, const float *x, const float *y, float *sum, int n, int block) {
    for (int i = 0; i < n; ++i) sum[i] = x[i] + y[i];
    cudaMemcpy(a, sum, n * sizeof *a, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, n * sizeof *b);
    add_kernel<<<ceil_div(n, block), block>>>(a, b, c, n);
    return cudaGetLastError();
}
ADD_VECTORS(error = launch(d_a, d_b, d_c, a, b, c, n, block))
