// A block whose threads need more registers than the GPU has for a block is refused, by the same rule everywhere.
#include "tests/run_programs/checked.h"

enum { KEPT = 96 };

__device__ __forceinline__ void turn_round(volatile int *words) {
    int kept[KEPT];
#pragma unroll
    for (int i = 0; i < KEPT; i++) kept[i] = words[i];
#pragma unroll
    for (int i = 0; i < KEPT; i++) words[i] = kept[KEPT - 1 - i];
}

__global__ void hungry(int *words) {
    turn_round(words + KEPT * threadIdx.x);
}

__global__ void __launch_bounds__(1024) bounded(int *words) {
    turn_round(words + KEPT * threadIdx.x);
}

template <typename Kernel> static void try_blocks(const char *name, Kernel kernel, int *words) {
    cudaFuncAttributes about;
    CHECKED(cudaFuncGetAttributes(&about, kernel));
    printf("%s:", name);
    for (int threads = 256; threads <= 1024; threads += 256) {
        kernel<<<1, threads>>>(words);
        printf(" %s", cudaGetErrorName(cudaGetLastError()));
        kernel<<<1, about.maxThreadsPerBlock>>>(words);
        CHECKED(cudaGetLastError());
    }
    printf(", at most %s\n", about.maxThreadsPerBlock == 1024 ? "1024" : about.maxThreadsPerBlock >= 512 ? "512 to 992" : "less");
}

int main() {
    int *words;
    CHECKED(cudaMalloc(&words, 1024 * KEPT * sizeof *words));
    CHECKED(cudaMemset(words, 0, 1024 * KEPT * sizeof *words));
    try_blocks("hungry", hungry, words);
    try_blocks("bounded", bounded, words);
    return 0;
}
