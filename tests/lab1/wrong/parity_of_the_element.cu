// WRONG: asks for the parity of the value, not of its index
// EXPECT test: 1.2/n=33,block=32
// EXPECT cause: with its index, `tid`
// EXPECT todo: 1.2

// Lab 1: warp divergence.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    int total = block.x * block.y * block.z;
    answer.warps = (total + 31) / 32;
    answer.lanes = answer.warps * 32;
    answer.idle = answer.lanes - total;
    // end 1.1
    return answer;
}

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane.
    int id = thread.x + thread.y * block.x + thread.z * block.x * block.y;
    answer.warp = id / 32;
    answer.lane = id - 32 * answer.warp;
    // end 1.1
    return answer;
}

void warps_and_places(const BlockShape *block, const ThreadIndex *thread, int count, BlockWarps *warps,
                      WarpPlace *place) {
    for (int i = 0; i < count; ++i) {
        warps[i] = warps_of_block(block[i]);
        place[i] = place_of_thread(thread[i], block[i]);
    }
}

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    int factor;
    // TODO 1.2: find out why even elements come out negated too, and mend it.
    int rest = in[tid] % 2; // <-- HERE
    factor = rest == 0 ? 2 : -1;
    // end 1.2
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}

__device__ int element_of_thread() {
    // TODO 1.4: give all threads of a warp elements of one parity.
    return 2 * ((blockIdx.x >> 1) * blockDim.x + threadIdx.x) + (blockIdx.x & 1);
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks.
    const int e = element_of_thread();
    if (e < n) {
        int value = in[e];
        if (e & 1)
            out[e] = odd_path(value);
        else
            out[e] = even_path(value);
    }
    // end 1.3
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int pairs = 1;
    // TODO 1.3 (launch): how many pairs of blocks do n elements need?
    pairs = (n + 2 * block - 1) / (2 * block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
