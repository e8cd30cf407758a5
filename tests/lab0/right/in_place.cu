// RIGHT: the sum is computed in place of b

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

__global__ void add_to(const float *a, float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    b[i] += a[i];
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    float *d; // a, then b
    cudaError_t error = cudaMalloc(&d, 2 * n * sizeof *d);
    cudaMemcpy(d, a, n * sizeof *d, cudaMemcpyHostToDevice);
    cudaMemcpy(d + n, b, n * sizeof *d, cudaMemcpyHostToDevice);
    add_to<<<(n - 1) / block + 1, block>>>(d, d + n, n);
    error = cudaGetLastError();
    if (!error) error = cudaMemcpy(c, d + n, n * sizeof *d, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return error;
}
