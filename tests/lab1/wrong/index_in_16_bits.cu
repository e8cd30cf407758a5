// WRONG: elements are counted in 16 bits, which end at 65535
// EXPECT test: 1.2/n=66000..90000,block=64
// EXPECT pass: 1.2/n=1000,block=96
// EXPECT pass: 1.3/n=66048..98304/512,block=256
// EXPECT score: 99

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    unsigned short tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if ((tid & 1) == 0)
        out[tid] = 2 * in[tid];
    else
        out[tid] = -in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
