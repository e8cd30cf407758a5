// WRONG: elements and pixels are counted in 16 bits, which end at 65535
// EXPECT test: 0.1/n=66000..90000
// EXPECT test: 0.3/n=66016..90016/32,block=32
// EXPECT test: 0.5/height=248..280/8,width=272,blocks=16
// EXPECT pass: 0.3/n=1009,block=128
// EXPECT pass: 0.5/height=48,width=144,blocks=16
// EXPECT score: 96

#include "tests/lab0/add_around_launch.cuh"
#include "tests/lab0/brightness.cuh"
#include "tests/lab0/right_time.cuh"

int round_trip(const float *from, float *to, int n) {
    float *there = NULL;
    const unsigned short count = n;
    cudaError_t error = cudaMalloc(&there, count * sizeof *there);
    if (error == cudaSuccess) error = cudaMemcpy(there, from, count * sizeof *there, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) error = cudaMemcpy(to, there, count * sizeof *there, cudaMemcpyDeviceToHost);
    cudaFree(there);
    return error;
}

__global__ void add_kernel(const float *a, const float *b, float *c, int n) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
ADD_VECTORS(RIGHT_LAUNCH)

__global__ void grey_kernel(const int *rgb, int *grey, int n) {
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < n; at += gridDim.x * blockDim.x) {
        const unsigned short i = at;
        grey[i] = brightness(rgb[i]);
    }
}

void launch_grey(const int *rgb, int *grey, int n, int blocks) {
    grey_kernel<<<blocks, 256>>>(rgb, grey, n);
}
