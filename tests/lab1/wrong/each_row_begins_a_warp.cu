// WRONG: each row of a block is thought to begin a new warp
// EXPECT test: 1.1/x=41,y=2,z=1
// EXPECT cause: where a row ends, its last warp goes on with the next row
// EXPECT todo: 1.1

// Lab 1: warp divergence.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    answer.warps = ceil_div(block.x * block.y * block.z, 32);
    answer.lanes = answer.warps * 32;
    answer.idle = answer.lanes - block.x * block.y * block.z;
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane.
    int width = ceil_div(block.x, 32) * 32; // lanes of a row
    int before = (thread.z * block.y + thread.y) * width; // <-- HERE
    before += thread.x;
    answer.warp = before / 32;
    answer.lane = before % 32;
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
    // TODO 1.2
    if ((tid & 0x01) == 0)
        factor = 2;
    else
        factor = -1;
    // end 1.2
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Two long paths -----------------------------------------------------------------------------------

__device__ int element_of_thread() {
    // TODO 1.4
    int which = blockIdx.x / 2 * blockDim.x + threadIdx.x;
    return blockIdx.x % 2 == 0 ? 2 * which : 2 * which + 1;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel)
    int e = element_of_thread();
    if (e >= n) return;
    if (e % 2 == 0)
        out[e] = even_path(in[e]);
    else
        out[e] = odd_path(in[e]);
    // end 1.3
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int pairs = 1;
    // TODO 1.3 (launch)
    int evens = (n + 1) / 2;
    pairs = ceil_div(evens, block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
