// WRONG: a loop over the axes takes each stride times its own size, not that of the axis before
// EXPECT test: 1.1/x=41,y=2,z=1
// EXPECT cause: one too many
// EXPECT todo: 1.1

// Lab 1: warp divergence.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"
#include "common/warp_arithmetic.h"

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

static const int WARP = 32;

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    const int threads = block.z * block.y * block.x;
    answer.idle = (WARP - threads % WARP) % WARP;
    answer.lanes = threads + answer.idle;
    answer.warps = answer.lanes / WARP;
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane. Threads are counted with x running fastest,
    // then y, then z.
    const int at[3] = {thread.x, thread.y, thread.z};
    const int size[3] = {block.x, block.y, block.z};
    int number = at[0];
    int stride = 1; // threads from one place of this axis to the next
    for (int axis = 1; axis < 3; ++axis) {
        stride *= size[axis]; // <-- HERE
        number += stride * at[axis];
    }
    answer.warp = number / WARP;
    answer.lane = number - answer.warp * WARP;
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
    // == came before &
    factor = tid % 2 == 0 ? 2 : -1;
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
    const int odd_block = blockIdx.x & 1;
    const int first_of_pair = (blockIdx.x - odd_block) * blockDim.x;
    return first_of_pair + 2 * threadIdx.x + odd_block;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks, for
    // the element e = element_of_thread().
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
    // pairs do n elements need?
    pairs = ceil_div(n, 2 * block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
