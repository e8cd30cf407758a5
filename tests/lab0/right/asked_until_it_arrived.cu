// RIGHT: page-locked buffers, and a loop that asks until the copy back has arrived

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
    float *d[3], *buffer; // the buffer is for all three, side by side
    cudaMallocHost(&buffer, 3 * bytes);
    for (int m = 0; m < 3; ++m) cudaMalloc(&d[m], bytes);
    memcpy(buffer, a, bytes);
    cudaMemcpyAsync(d[0], buffer, bytes, cudaMemcpyHostToDevice);
    memcpy(buffer + n, b, bytes); // while the first one is under way
    cudaMemcpyAsync(d[1], buffer + n, bytes, cudaMemcpyHostToDevice);
    add_kernel<<<ceil_div(n, block), block>>>(d[0], d[1], d[2], n);
    cudaError_t error = cudaGetLastError();
    if (!error) error = cudaMemcpyAsync(buffer + 2 * n, d[2], bytes, cudaMemcpyDeviceToHost);
    while (!error && cudaStreamQuery(0) == cudaErrorNotReady);
    if (!error) memcpy(c, buffer + 2 * n, bytes);
    for (int m = 0; m < 3; ++m) cudaFree(d[m]);
    cudaFreeHost(buffer);
    return error;
}
