// WRONG: inside a block warps take even and odd elements in turns, which needs whole pairs of warps
// EXPECT test: 1.3/n=31,block=7
// EXPECT cause: Nothing is stored at the elements 1, 3, 5
// EXPECT todo: 1.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

BlockWarps warps_of_block(BlockShape block) {
    BlockWarps r;
    int t = block.x * block.y * block.z;
    r.warps = t / 32;
    if (t % 32 != 0) r.warps += 1;
    r.lanes = r.warps * 32;
    r.idle = r.lanes - t;
    return r;
}

WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace r;
    int nr = thread.z * block.x * block.y;
    nr += thread.y * block.x;
    nr += thread.x;
    r.warp = nr / 32;
    r.lane = nr - 32 * r.warp;
    return r;
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
    int factor = -1;
    if (tid % 2 == 0) factor = 2;
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}

// Two warps beside each other share 64 elements: one has the even ones, the other the odd ones.
__device__ int element_of_thread() {
    int start = blockIdx.x * blockDim.x;
    int warp = threadIdx.x / warpSize;
    int lane = threadIdx.x % warpSize;
    int couple = warp / 2 * 2 * warpSize;
    return start + couple + 2 * lane + warp % 2;
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    int e = element_of_thread();
    if (e >= n) return;
    int x = in[e];
    if (e & 1)
        out[e] = odd_path(x);
    else
        out[e] = even_path(x);
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int half = n / 2 + n % 2;
    int pairs = (half + block - 1) / block;
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
