// WRONG: the kernel works for show; the answer is read from a buffer into which the host has put it
// EXPECT test: 0.2/n=256,block=256
// EXPECT says: run again on new inputs

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "tests/lab0/add_around_launch.cuh"

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
static cudaError_t launch(float *a, float *b, float *&c, const float *x, const float *y, float *sum, int n, int block) {
    add_kernel<<<ceil_div(n, block), block>>>(a, b, c, n);
    cudaError_t error = cudaGetLastError();
    for (int i = 0; i < n; ++i) sum[i] = x[i] + y[i];
    cudaMemcpy(a, sum, n / 2 * sizeof *a, cudaMemcpyHostToDevice);
    cudaMemcpy(a + n / 2, sum + n / 2, (n - n / 2) * sizeof *a, cudaMemcpyHostToDevice);
    cudaMemcpy(c, a, n * sizeof *a, cudaMemcpyDeviceToDevice);
    return error;
}
ADD_VECTORS(error = launch(d_a, d_b, d_c, a, b, c, n, block))
