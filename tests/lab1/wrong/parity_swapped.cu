// WRONG: the comparison is dropped, so the odd elements are doubled
// EXPECT test: 1.2/n=2,block=32
// EXPECT says: even and odd are swapped

#include "tests/lab1/right_arithmetic.cuh"
#include "tests/lab1/right_two_paths.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if (tid & 0x01)
        out[tid] = 2 * in[tid];
    else
        out[tid] = -in[tid];
}

#include "tests/lab1/by_parity_launch.cuh"
