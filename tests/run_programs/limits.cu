// What __launch_bounds__() and cudaFuncSetAttribute() promise is kept, with CUDA's own errors.
#include "tests/run_programs/checked.h"

__global__ void __launch_bounds__(128) bounded(int *out) {
    out[threadIdx.x % 128] = 1;
}

__global__ void dynamic(int *out) {
    extern __shared__ int memory[];
    memory[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = memory[threadIdx.x];
}

int main() {
    int *out;
    cudaFuncAttributes about;
    CHECKED(cudaMalloc(&out, 128 * sizeof *out));
    CHECKED(cudaFuncGetAttributes(&about, bounded));
    printf("at most %d threads\n", about.maxThreadsPerBlock);
    bounded<<<1, 128>>>(out);
    CHECKED(cudaGetLastError());
    bounded<<<1, 256>>>(out);
    printf("256: %s\n", cudaGetErrorName(cudaGetLastError()));

    dynamic<<<1, 128, 50000>>>(out);
    printf("not asked for: %s\n", cudaGetErrorName(cudaGetLastError()));
    CHECKED(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000));
    dynamic<<<1, 128, 50000>>>(out);
    CHECKED(cudaGetLastError());
    dynamic<<<1, 128, 50001>>>(out);
    printf("more than asked for: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
