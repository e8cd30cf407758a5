// Lab 1's kernels to look at: short branches, long paths and loops. ./grade demo divergence counts them.
//
// Nothing here is to be edited. Each kernel is started with `block` threads a block, one thread or more for
// each of the n elements of `out`.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/two_paths.h"

// ---- Four short kernels: 100 or 200 in every element --------------------------------------------------

// By the parity of the thread: each warp has both sides.
__global__ void short_by_parity(float *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    float a = 0.0f, b = 0.0f;
    if (tid % 2 == 0)
        a = 100.0f;
    else
        b = 200.0f;
    out[tid] = a + b;
}

// By the parity of the warp: each warp has one side. (Other elements get 100 than above.)
__global__ void short_by_warp(float *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    float a = 0.0f, b = 0.0f;
    if (tid / warpSize % 2 == 0)
        a = 100.0f;
    else
        b = 200.0f;
    out[tid] = a + b;
}

// By the parity of the thread again, as two ifs without else.
__global__ void short_two_ifs(float *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    float a = 0.0f, b = 0.0f;
    bool even = tid % 2 == 0;
    if (even) a = 100.0f;
    if (!even) b = 200.0f;
    out[tid] = a + b;
}

// By the parity of the warp again, with a shift and a mask in place of / and %.
__global__ void short_by_shift(float *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    float a = 0.0f, b = 0.0f;
    if ((tid >> 5 & 1) == 0)
        a = 100.0f;
    else
        b = 200.0f;
    out[tid] = a + b;
}

// ---- The two long paths of common/two_paths.h ---------------------------------------------------------

__global__ void long_by_parity(int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if (tid % 2 == 0)
        out[tid] = even_path(tid);
    else
        out[tid] = odd_path(tid);
}

__global__ void long_by_warp(int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    if (tid / warpSize % 2 == 0)
        out[tid] = even_path(tid);
    else
        out[tid] = odd_path(tid);
}

// ---- A loop that each lane leaves at its own time -----------------------------------------------------

// `trips` steps of even_path, one after the other.
__device__ int stir(int x, int trips) {
    unsigned v = (unsigned)x;
#pragma unroll 1 // one branch a step, so that its lanes can be counted
    for (int step = 0; step < trips; ++step) v = (v ^ v >> 15) * 0x2c1b3c6du;
    return (int)v;
}

// Lane 0 makes 1 step, lane 31 makes 32: the warp makes 32, with a lane less each time.
__global__ void loop_by_lane(int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    out[tid] = stir(tid, tid % 32 + 1);
}

// As many steps in all, but the same number for all lanes of a warp: 1 for the first warp, 32 for the 32nd.
__global__ void loop_by_warp(int *out, int n) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= n) return;
    out[tid] = stir(tid, tid / 32 % 32 + 1);
}

// ---- Their launches -----------------------------------------------------------------------------------

#define DEMO(kernel, type)                                                                                   \
    extern "C" void demo_##kernel(type *out, int n, int block) {                                             \
        kernel<<<ceil_div(n, block), block>>>(out, n);                                                       \
        CUDA_CHECK(cudaGetLastError());                                                                      \
    }

DEMO(short_by_parity, float)
DEMO(short_by_warp, float)
DEMO(short_two_ifs, float)
DEMO(short_by_shift, float)
DEMO(long_by_parity, int)
DEMO(long_by_warp, int)
DEMO(loop_by_lane, int)
DEMO(loop_by_warp, int)
