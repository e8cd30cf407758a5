// WRONG: an index modulo n in place of a guard: several threads write the same element, each the right value
// EXPECT test: 1.2/n=1000,block=96
// EXPECT says: several threads write the same element
// EXPECT pass: 1.3/n=66048..98304/512,block=256

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    out[tid] = (tid % 2 == 0 ? 2 : -1) * in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
