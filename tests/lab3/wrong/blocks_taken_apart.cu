// WRONG: a plane has blocks_x * blocks_y blocks, not blocks_x * blocks_x
// EXPECT test: 3.3/n=10
// EXPECT cause: `blocks_x` in this line
// Lab 3, one-dimensional grids only: a block number is taken apart into bx, by, bz by hand.

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#define SAMPLES 192 // threads of a block, derivative
#define WX 32
#define WY 8

struct Place {
    int x, y, z;
};

// Blocks are numbered with bx running fastest, then by, then bz.
__device__ __forceinline__ Place my_place(int blocks_x, int blocks_y) {
    int b = blockIdx.x;
    int bx = b % blocks_x;
    int by = b / blocks_x % blocks_y;
    int bz = b / (blocks_x * blocks_x); // <-- HERE
    Place q;
    q.x = bx * WX + threadIdx.x;
    q.y = by * WY + threadIdx.y;
    q.z = bz;
    return q;
}

__device__ __forceinline__ bool interior(int a, int n) { return a > 0 && a + 1 < n; }

__global__ void slope(const float *f, float *df, int n, float two_h) {
    const int s = threadIdx.x + SAMPLES * blockIdx.x;
    if (interior(s, n)) df[s] = (f[s + 1] - f[s - 1]) / two_h;
}

void launch_derivative(const float *f, float *df, int n, float h) {
    slope<<<ceil_div(n, SAMPLES), SAMPLES>>>(f, df, n, 2.0f * h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void sweep(const float *in, float *out, int n, int blocks_x, int blocks_y, StencilCoefficients c) {
    const Place q = my_place(blocks_x, blocks_y);
    if (!interior(q.x, n) || !interior(q.y, n) || !interior(q.z, n)) return;

    const int offset[7] = {0, -1, 1, -n, n, -n * n, n * n};
    const float *centre = in + (q.z * n + q.y) * n + q.x;
    float sum = 0;
#pragma unroll
    for (int m = 0; m < 7; ++m) sum += c.c[m] * centre[offset[m]];
    out[centre - in] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int blocks_x = ceil_div(n, WX), blocks_y = ceil_div(n, WY);
    const dim3 block(WX, WY);
    sweep<<<blocks_x * blocks_y * n, block>>>(in, out, n, blocks_x, blocks_y, c);
    CUDA_CHECK(cudaGetLastError());
}
