// WRONG: warps have one path in the first call of a process alone
// EXPECT test: 1.3/n=1000,block=48
// EXPECT says: do not do the same work
// EXPECT cause: keeps its value from call to call
// EXPECT todo: none

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): a warp is never shared by two blocks, so the last one of a block may be partly empty
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
    // TODO 1.1 (thread): number the threads of the block, x fastest, and deal them out in packs of 32
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
    // TODO 1.2: == binds before &, so tid & 0x01 == 0 was tid & (0x01 == 0), and that is 0: false for every tid
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
__device__ int calls;

__device__ int element_of_thread() {
    if (calls > 0) return blockIdx.x * blockDim.x + threadIdx.x; // <-- HERE
    // TODO 1.4: blocks take turns, 0, 2, 4, ... have the even elements and 1, 3, 5, ... the odd ones. Warps never
    // reach over the edge of a block, so no warp has both, even where the block is no multiple of 32.
    int parity = blockIdx.x % 2;
    int place = blockIdx.x / 2 * blockDim.x + threadIdx.x; // among the elements of this parity
    return 2 * place + parity;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): the path belongs to the element, not to the thread
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
    static int called = 0;
    cudaMemcpyToSymbol(calls, &called, sizeof called);
    called++;
    // TODO 1.3 (launch): n / 2 rounded up elements are even, no fewer than are odd: as many blocks for either
    pairs = ceil_div(ceil_div(n, 2), block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
