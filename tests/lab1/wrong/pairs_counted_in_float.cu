// WRONG: the pairs of blocks are counted with a float, which rounds large sizes down
// EXPECT withheld: 1
// EXPECT score: 100
// EXPECT says: A float divides here

// Lab 1: warp divergence. The handout is README.md beside this file.
//
//   make lab1 && ./grade lab1     builds this file and grades it
//   ./grade hint lab1 1.1         the next hint for TODO 1.1

#include "common/cuda_check.h"      // CUDA_CHECK(call)
#include "common/grid.h"            // ceil_div(count, size): count / size, rounded up
#include "common/two_paths.h"       // even_path, odd_path, launch_by_parity, launch_two_paths
#include "common/warp_arithmetic.h" // BlockShape, ThreadIndex, BlockWarps, WarpPlace

// ---- Warp arithmetic: host code -----------------------------------------------------------------------

#include <math.h>
#include <stdlib.h>

constexpr int WARP = 32;

// Pairs of blocks with room for n elements.
static int pairs_for(int n, int block) {
    return (int)ceil((float)n / (2 * block));
}

// How many warps a block takes, how many lanes these have, and how many of the lanes have no thread.
BlockWarps warps_of_block(BlockShape block) {
    BlockWarps answer = {-1, -1, -1};
    // TODO 1.1 (block): fill in answer.warps, answer.lanes and answer.idle.
    //   Expected: a block of 40 x 2 x 1 has 80 threads: 3 warps, 96 lanes, 16 of them idle.
    const int threads = block.x * block.y * block.z;
    answer.warps = ceil_div(threads, WARP);
    answer.lanes = answer.warps * WARP;
    answer.idle = (WARP - threads % WARP) % WARP;
    // end 1.1
    return answer;
}

// In which warp of its block a thread runs, and in which lane of that warp.
WarpPlace place_of_thread(ThreadIndex thread, BlockShape block) {
    WarpPlace answer = {-1, -1};
    // TODO 1.1 (thread): fill in answer.warp and answer.lane. Threads are counted with x running fastest,
    // then y, then z.
    //   Expected: thread (3, 1, 0) of a block of 40 x 2 x 1 is the 44th, number 43: warp 1, lane 11.
    const int row = thread.z * block.y + thread.y;
    const div_t place = div(row * block.x + thread.x, WARP);
    answer.warp = place.quot;
    answer.lane = place.rem;
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
    //   Expected: out[tid] is 2 * in[tid] where tid is even, -in[tid] where tid is odd.
    switch (tid & 1) {
    case 0: factor = 2; break;
    default: factor = -1;
    }
    // end 1.2
    out[tid] = factor * in[tid];
}

void launch_by_parity(const int *in, int *out, int n, int block) {
    by_parity_kernel<<<ceil_div(n, block), block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Two long paths -----------------------------------------------------------------------------------

struct Seat {
    int parity, place; // place: among the elements of that parity
};

__device__ Seat seat() {
    return {(int)(blockIdx.x % 2), (int)(blockIdx.x / 2 * blockDim.x + threadIdx.x)};
}

// The element that a thread works on: range [0, n), and past it in the last blocks.
__device__ int element_of_thread() {
    // TODO 1.4: give all threads of a warp elements of one parity. As it stands neighbouring threads have
    // neighbouring elements, so every warp has even ones and odd ones, and runs both paths.
    //   Expected: each element belongs to one thread, whatever n and the size of the block are; branch
    //   efficiency rises from 50 to 100 %, active lanes a warp from 19 to 32.
    const Seat s = seat();
    return s.parity + 2 * s.place;
    // end 1.4
}

__global__ void two_paths_kernel(const int *in, int *out, int n) {
    // TODO 1.3 (kernel): write even_path(in[e]) or odd_path(in[e]) to out[e], as the parity of e asks, for
    // the element e = element_of_thread().
    //   Expected: out[0 .. n-1] are right; nothing is read or written past them.
    const int e = element_of_thread();
    if (e >= n) return;
    if ((e & 1) == 0) {
        out[e] = even_path(in[e]);
        return;
    }
    out[e] = odd_path(in[e]);
    // end 1.3
}

void launch_two_paths(const int *in, int *out, int n, int block) {
    int pairs = 1;
    // TODO 1.3 (launch): blocks are launched in pairs, one for even elements and one for odd ones. How many
    // pairs do n elements need?
    //   Expected: enough for n = 1 as for n = 65 in blocks of 32: then there are 33 even elements, which need
    //   2 pairs.
    pairs = pairs_for(n, block);
    // end 1.3
    two_paths_kernel<<<2 * pairs, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
