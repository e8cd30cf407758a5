// WRONG: half of n elements of either parity, which an odd n has not
// EXPECT test: 1.3/n=31,block=7
// EXPECT cause: keeps away threads that have an element of their own
// EXPECT todo: 1.3

// Lab 1: warp divergence.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

static int volume(BlockShape b) {
    return b.x * b.y * b.z;
}

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    answer.warps = 1 + (volume(block) - 1) / 32;
    answer.lanes = answer.warps * 32;
    answer.idle = answer.lanes - volume(block);
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane. Threads are counted with x running fastest,
    // then y, then z.
    const int row = block.x, plane = block.x * block.y;
    const int before = plane * thread.z + row * thread.y + thread.x; // threads that come before this one
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
    // TODO 1.2: find out why even elements come out negated too, and mend it.
    const bool odd = tid & 0x01;
    if (!odd)
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
    // TODO 1.4: give all threads of a warp elements of one parity. As it stands neighbouring threads have
    // neighbouring elements, so every warp has even ones and odd ones, and runs both paths.
    int e = threadIdx.x * 2;              // even places of the pair of blocks
    if (blockIdx.x % 2 == 1) e += 1;      // odd ones, for the second block
    e += blockIdx.x / 2 * 2 * blockDim.x; // the pairs before this one
    return e;
    // end 1.4
}

// An element as its number among those of its parity: 0, 2, 4 ... are number 0, 1, 2 ..., and so are 1, 3, 5 ...
struct Halved {
    int parity, number;
    __device__ explicit Halved(int e) : parity(e % 2), number(e / 2) {}
    // Is it one of the n elements?
    __device__ bool exists(int n) const {
        const int of_this_parity = n / 2;
        return number < of_this_parity;
    }
};

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks, for
    // the element e = element_of_thread().
    const int e = element_of_thread();
    const Halved half(e);
    if (!half.exists(n)) return; // <-- HERE
    switch (half.parity) {
    case 0: out[e] = even_path(in[e]); break;
    default: out[e] = odd_path(in[e]); break;
    }
    // end 1.3
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int pairs = 1;
    // TODO 1.3 (launch): blocks are launched in pairs, one for even elements and one for odd ones. How many
    // pairs do n elements need?
    const int of_a_pair = block + block;
    pairs = (n + of_a_pair - 1) / of_a_pair;
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
