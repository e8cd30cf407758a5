// WRONG: right for numbers that are positive alone, which at n = 1 and 2 they may be
// EXPECT test: 1.2/n=33,block=32
// EXPECT test: 1.2/n=1000,block=33
// EXPECT test: 1.2/n=1000,block=96
// EXPECT pass: 1.3/n=66048..98304/512,block=256

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if ((tid & 1) == 0)
        out[tid] = 2 * max(in[tid], 0);
    else
        out[tid] = -abs(in[tid]);
}

#include "tests/lab1/by_parity_launch.cuh"
