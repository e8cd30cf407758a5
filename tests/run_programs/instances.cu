// Kernels that share a name: instances of a template, overloads, a local one of another file, and launches of each with
// different configurations.
#include <cstdio>

namespace lab {
template <typename T, int N> __global__ void scale(T *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = data[i] * (T)N;
}
} // namespace lab

__global__ void touch(int *data) {
    data[threadIdx.x] = 1;
}

__global__ void touch(float *data) {
    data[threadIdx.x] = 1;
}

template <typename... Ts> __global__ void count_arguments(int *out, Ts... arguments) {
    if (threadIdx.x == 0) *out = sizeof...(arguments);
}

extern __shared__ int cells[];
__global__ void alone(int *out) {
    cells[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cells[threadIdx.x];
}

// ./instances MANY: the grid of `alone` has 1 to MANY blocks.
int main(int argc, char **argv) {
    int many = 0;
    if (argc > 1) sscanf(argv[1], "%d", &many);
    float *floats;
    double *doubles;
    int *ints;
    cudaMalloc(&floats, 1024 * sizeof *floats);
    cudaMalloc(&doubles, 1024 * sizeof *doubles);
    cudaMalloc(&ints, 1024 * sizeof *ints);
    cudaMemset(floats, 0, 1024 * sizeof *floats);
    cudaMemset(doubles, 0, 1024 * sizeof *doubles);
    lab::scale<float, 2><<<4, 256>>>(floats, 1024);
    lab::scale<float, 2><<<4, 256>>>(floats, 1024);
    lab::scale<float, 2><<<8, 128>>>(floats, 1024);
    lab::scale<float, 3><<<4, 256>>>(floats, 1024);
    lab::scale<double, 2><<<4, 256>>>(doubles, 1024);
    touch<<<1, 32>>>(ints);
    touch<<<1, 64>>>(floats);
    count_arguments<<<1, 32>>>(ints);
    count_arguments<<<1, 32>>>(ints, 1.0, 2);
    for (int i = 1; i <= many; i++) alone<<<i, 1, 4>>>(ints);
    alone<<<1, 32, 128>>>(ints);
    alone<<<1, 32, 256>>>(ints);
    return cudaDeviceSynchronize() != cudaSuccess;
}
