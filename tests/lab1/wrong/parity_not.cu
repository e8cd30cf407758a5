// WRONG: ! binds before & too, so only element 0 is taken for even
// EXPECT test: 1.2/n=33,block=32
// EXPECT pass: 1.2/n=2,block=32

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if (!tid & 0x01)
        out[tid] = 2 * in[tid];
    else
        out[tid] = -in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
