// RIGHT: a block sorts its elements by parity in shared memory; the thread at a sorted position has one element

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/path_of_element.cuh"
#include "tests/lab1/right_by_parity.cuh"

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    extern __shared__ int value[];
    int t = threadIdx.x, e = blockIdx.x * blockDim.x + t, odd = e % 2;
    int evens = (blockDim.x + 1 - blockIdx.x * blockDim.x % 2) / 2; // of this block's elements
    int place = t / 2 + (odd ? evens : 0) + (blockIdx.x * blockDim.x % 2 && !odd ? t % 2 : 0);
    if (blockIdx.x * blockDim.x % 2) place = odd ? evens + t / 2 : t / 2;
    if (e < n) value[place] = in[e];
    __syncthreads();
    int sorted = t < evens ? 2 * t : 2 * (t - evens) + 1;
    if (blockIdx.x * blockDim.x % 2) sorted = t < evens ? 2 * t + 1 : 2 * (t - evens);
    if ((int)(blockIdx.x * blockDim.x) + sorted < n) value[t] = t < evens ? even_path(value[t]) : odd_path(value[t]);
    __syncthreads();
    if (e < n) out[e] = value[place];
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    two_paths_kernel<<<ceil_div(n, block), block, block * sizeof(int)>>>(in, out, n);
}
