// WRONG: the second part of one page-locked buffer begins an element too early, in the page where the first one ends
// EXPECT test: 0.3/n=1009,block=128
// EXPECT check: race
// EXPECT line: HERE
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
    cudaMallocHost(&buffer, 2 * bytes + 64);
    for (int m = 0; m < 3; ++m) cudaMalloc(&d[m], bytes);
    memcpy(buffer + 1, a, bytes);
    cudaMemcpyAsync(d[0], buffer + 1, bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; ++i) buffer[n + i] = b[i]; // <-- HERE
    cudaMemcpyAsync(d[1], buffer + n, bytes, cudaMemcpyHostToDevice);
    add_kernel<<<ceil_div(n, block), block>>>(d[0], d[1], d[2], n);
    cudaError_t error = cudaGetLastError();
    if (!error) error = cudaMemcpy(c, d[2], bytes, cudaMemcpyDeviceToHost);
    for (int m = 0; m < 3; ++m) cudaFree(d[m]);
    cudaFreeHost(buffer);
    return error;
}
