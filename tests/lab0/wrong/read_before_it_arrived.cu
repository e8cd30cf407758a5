// WRONG: the result is read out of page-locked memory before anything has waited for the copy back
// EXPECT test: 0.3/n=1009,block=128
// EXPECT check: race
// EXPECT line: HERE
// EXPECT score: 65.5
#include "tests/lab0/right_round_trip.cuh"
#include "tests/lab0/right_time.cuh"
#include "tests/lab0/right_grey.cuh"
#include "common/grid.h"

#include <string.h>

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

int add_vectors(const float *a, const float *b, float *c, int n, int block) {
    size_t bytes = n * sizeof(float);
    float *d[3], *buffer;
    cudaMallocHost(&buffer, bytes);
    for (int m = 0; m < 3; ++m) cudaMalloc(&d[m], bytes);
    cudaMemcpy(d[0], a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], b, bytes, cudaMemcpyHostToDevice);
    add_kernel<<<ceil_div(n, block), block>>>(d[0], d[1], d[2], n);
    cudaError_t error = cudaGetLastError();
    if (!error) cudaMemcpyAsync(buffer, d[2], bytes, cudaMemcpyDeviceToHost);
    cudaStreamQuery(0);       // its answer is not looked at
    memcpy(c, buffer, bytes); // <-- HERE
    cudaDeviceSynchronize();
    for (int m = 0; m < 3; ++m) cudaFree(d[m]);
    cudaFreeHost(buffer);
    return error;
}
