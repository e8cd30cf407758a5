// RIGHT: a block sorts its elements by parity in shared memory; warps of positions take one path each

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    extern __shared__ int value[];
    int first = 2 * blockIdx.x * blockDim.x, t = threadIdx.x, half = blockDim.x;
    // Elements first .. first + 2 half - 1: even ones at 0 .. half-1, odd ones behind them.
    for (int i = t; i < 2 * half; i += half)
        if (first + i < n) value[i / 2 + i % 2 * half] = in[first + i];
    __syncthreads();
    if (first + 2 * t < n) value[t] = even_path(value[t]);
    if (first + 2 * t + 1 < n) value[half + t] = odd_path(value[half + t]);
    __syncthreads();
    for (int i = t; i < 2 * half; i += half)
        if (first + i < n) out[first + i] = value[i / 2 + i % 2 * half];
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(n, 2 * block), block, 2 * block * sizeof(int)>>>(in, out, n);
}
