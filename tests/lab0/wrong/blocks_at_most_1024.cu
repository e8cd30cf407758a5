// WRONG: a helper cuts the number of blocks off at 1024, the limit for the threads of a block
// EXPECT test: 0.3/n=66016..90016/32,block=32
// EXPECT cause: along x is cut off here, at 1024

#include "common/cuda_check.h"
#include "common/first_program.h"
#include "tests/lab0/right_round_trip.cuh"

enum { MOST = 1 << 10 };

static int number_of_blocks(int n, int block) {
    const int needed = (n + block - 1) / block;
    return needed > MOST ? MOST : needed; // <-- HERE
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    const size_t bytes = n * sizeof(float);
    float *d_a = NULL, *d_b = NULL, *d_c = NULL;
    CUDA_CHECK(cudaMalloc(&d_a, bytes));
    CUDA_CHECK(cudaMalloc(&d_b, bytes));
    CUDA_CHECK(cudaMalloc(&d_c, bytes));
    CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    // TODO 0.3
    add_kernel<<<number_of_blocks(n, block), block>>>(d_a, d_b, d_c, n);
    cudaError_t error = cudaGetLastError();
    // end 0.3
    if (error == cudaSuccess) error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return error;
}

#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
