// A small CUDA program for the benchmarks: ./program N launches an empty grid N times. Its other kernels are
// for bench_costs.c, which takes them from this file.
#include <stdio.h>
#include <stdlib.h>

__global__ void tiny(int *out) {
    out[threadIdx.x] = 1;
}

__global__ void fill_words(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

__global__ void fill_halves(short *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (short)i;
}

// Neighbouring words of different rows of the block.
__global__ void fill_columns(int *out, int n) {
    int side = blockDim.x * gridDim.x, x = blockIdx.x * blockDim.x + threadIdx.x,
        y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x * side + y < n) out[x * side + y] = x;
}

// Neighbouring words of different blocks.
__global__ void fill_scattered(int *out, int n) {
    int i = threadIdx.x * gridDim.x + blockIdx.x;
    if (i < n) out[i] = i;
}

__global__ void fill_bytes(char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (char)i;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 0;
    int *out;
    if (cudaMalloc(&out, 32 * sizeof *out) != cudaSuccess) return 1;
    for (int i = 0; i < count; i++) tiny<<<1, 32>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
