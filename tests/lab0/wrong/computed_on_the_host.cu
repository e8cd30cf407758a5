// WRONG: the sum is computed on the host and passed through a kernel that does nothing
// EXPECT test: 0.2/counter-1
// EXPECT test: 0.2/counter-2
// EXPECT test: 0.3/n=1009,block=128
// EXPECT says: run again on new inputs
// EXPECT score: 65.5

#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/cuda_check.h"
#include "common/first_program.h"

__global__ void idle_kernel() {}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    idle_kernel<<<(n + block - 1) / block, block>>>();
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    float *d_c;
    cudaMalloc(&d_c, n * sizeof(float));
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    cudaMemcpy(d_c, c, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(c, d_c, n * sizeof(float), cudaMemcpyDeviceToHost);
    return cudaFree(d_c);
}
