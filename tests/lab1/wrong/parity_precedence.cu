// WRONG: the branch that is never taken, as given
// EXPECT test: 1.2/n=1,block=32
// EXPECT test: 1.2/n=1000,block=96
// EXPECT pass: 1.1/count=300
// EXPECT says: the branch is never taken: every element is negated
// EXPECT score: 90

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if (tid & 0x01 == 0)
        out[tid] = 2 * in[tid];
    else
        out[tid] = -in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
