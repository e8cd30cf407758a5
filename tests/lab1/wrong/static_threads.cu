// WRONG: the number of threads is a static const, computed at the first call only, so every later block gets the warps and lanes of the first one.
// EXPECT test: 1.1/count=300
// EXPECT cause: `threads` keeps it in all later ones
// EXPECT todo: 1.1
#include "common/cuda_check.h"      // CUDA_CHECK(call)
#include "common/grid.h"            // ceil_div(count, size): count / size, rounded up
#include "common/two_paths.h"       // even_path, odd_path, launch_by_parity, launch_two_paths
#include "common/warp_arithmetic.h" // BlockShape, ThreadIndex, BlockWarps, WarpPlace

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    static const int lanes_a_warp = 32;
    static const int threads = block.x * block.y * block.z; // <-- HERE
    answer.warps = 0;
    answer.lanes = 0;
    while (answer.lanes < threads) {
        answer.warps += 1;
        answer.lanes += lanes_a_warp;
    }
    answer.idle = answer.lanes - threads;
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane. Threads are counted with x running fastest,
    int before = thread.z;
    before = before * block.y + thread.y;
    before = before * block.x + thread.x;
    answer.lane = before & 31;
    answer.warp = before >> 5;
    // end 1.1
    return answer;
}

// The grader's random tests ask for many blocks at once.
void warps_and_places(const BlockShape *block, const ThreadIndex *thread, int count, BlockWarps *warps,
                      WarpPlace *place) {
    for (int i = 0; i < count; ++i) {
        warps[i] = warps_of_block(block[i]);
        place[i] = place_of_thread(thread[i], block[i]);
    }
}

// ---- A branch that is never taken ---------------------------------------------------------------------

__global__ void by_parity_kernel(const int *in, int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    int factor;
    // TODO 1.2: find out why even elements come out negated too, and mend it.
    const bool odd = tid & 1;
    factor = odd ? -1 : 2;
    // end 1.2
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Two long paths -----------------------------------------------------------------------------------

// The element that a thread works on: range [0, n), and past it in the last blocks.
__device__ int element_of_thread() {
    // TODO 1.4: give all threads of a warp elements of one parity. As it stands neighbouring threads have
    const int pair = blockIdx.x >> 1;
    const int first = 2 * pair * blockDim.x + (blockIdx.x & 1);
    return first + 2 * threadIdx.x;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks, for
    const int e = element_of_thread();
    if (e < n) {
        if (e & 1)
            out[e] = odd_path(in[e]);
        else
            out[e] = even_path(in[e]);
    }
    // end 1.3
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int pairs = 1;
    // TODO 1.3 (launch): blocks are launched in pairs, one for even elements and one for odd ones. How many
    pairs = (n + 2 * block - 1) / (2 * block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
