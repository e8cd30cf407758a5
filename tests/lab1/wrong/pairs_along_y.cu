// WRONG: the pairs of blocks lie along y, where a grid ends at 65535
// EXPECT withheld: 1
// EXPECT score: 100
// EXPECT says: in y, the most is 65535
// Lab 1: warp arithmetic, a branch that is never taken, and two long paths without divergence.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // 1.1 (block): a warp is never shared by two blocks, so the last one of a block may be partly empty
    int threads = block.x * block.y * block.z;
    answer.warps = ceil_div(threads, 32);
    answer.lanes = 32 * answer.warps;
    answer.idle = answer.lanes - threads;
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // 1.1 (thread): number the threads of the block, x fastest, and deal them out in packs of 32
    int number = (thread.z * block.y + thread.y) * block.x + thread.x;
    answer.warp = number / 32;
    answer.lane = number % 32;
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
    // 1.2: == binds before &, so tid & 0x01 == 0 was tid & (0x01 == 0), and that is 0: false for every tid
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

// The element that a thread works on: range [0, n), and past it in the last blocks.
__device__ int element_of_thread() {
    // 1.4: column 0 of the grid has the even elements, column 1 the odd ones; a row of the grid is a pair
    int parity = blockIdx.x; // a grid of 2 columns
    int place = blockIdx.y * blockDim.x + threadIdx.x; // among the elements of this parity
    return 2 * place + parity;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // 1.3 (kernel): the path belongs to the element, not to the thread
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
    // 1.3 (launch): n / 2 rounded up elements are even, no fewer than are odd: as many blocks for either
    pairs = ceil_div(ceil_div(n, 2), block);
    // end 1.3
    two_paths_kernel<<<dim3(2, pairs), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
