// WRONG: the parity of threadIdx.x, which is that of the element only where all blocks are even
// EXPECT test: 1.2/n=1000,block=33
// EXPECT test: 1.2/n=200..900,block=33..127/2
// EXPECT pass: 1.2/n=1000,block=96
// EXPECT score: 97

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) out[tid] = (threadIdx.x % 2 == 0 ? 2 : -1) * in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
