// RIGHT: shifts and masks in place of / and %, arithmetic with dim3, and no branch by parity in 1.2

#include "common/warp_arithmetic.h"
#include "tests/lab1/right_two_paths.cuh"

BlockWarps warps_of_block(BlockShape b) {
    dim3 block(b.x, b.y, b.z);
    unsigned threads = block.x * block.y * block.z, warps = (threads + 31) >> 5;
    return {(int)warps, (int)(warps << 5), (int)(-threads & 31)};
}

WarpPlace place_of_thread(ThreadIndex t, BlockShape b) {
    int number = t.x;
    number += t.y * b.x;
    number += t.z * b.x * b.y;
    return {number >> 5, number & 31};
}

#include "tests/lab1/many_blocks.cuh"

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x)
        out[e] = in[e] * (2 - 3 * (e & 1));
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<1, block>>>(in, out, n);
}
