// WRONG: each round of the loop fills a row and uses the next one, which a later round fills
// EXPECT test: 6.1/n=33
// EXPECT check: race
// EXPECT cause: threads use elements that others fill in another round of it

// Lab 6, two rows a thread: blocks of 32 x 8 threads, tiles of 32 x 16 points.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TX = 32, THREADS_Y = 8, R = 2, TY = R * THREADS_Y, DEPTH = 62 };

__device__ float value_at(const float *in, int n, int i, int j, int k) {
    if (k < n && j < n && i < n) return in[(i * n + j) * n + k];
    return 0;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[TY][TX];
    int x = threadIdx.x;
    int k = blockIdx.x * (TX - 2) + x;
    int top = blockIdx.y * (TY - 2);
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);

    float prev[R], cur[R], next[R];
#pragma unroll
    for (int r = 0; r < R; ++r) {
        int y = threadIdx.y + r * THREADS_Y;
        prev[r] = value_at(in, n, first - 1, top + y, k);
        cur[r] = value_at(in, n, first, top + y, k);
    }

    for (int i = first; i < end; ++i) {
#pragma unroll
        for (int r = 0; r < R; ++r) { // <-- HERE
            int y = threadIdx.y + r * THREADS_Y;
            next[r] = value_at(in, n, i + 1, top + y, k);
            plane[y][x] = cur[r];
            __syncthreads();

            int j = top + y;
            if (x >= 1 && x <= TX - 2 && y >= 1 && y <= TY - 2 && k <= n - 2 && j <= n - 2) {
                float s = c.c[0] * cur[r] + c.c[5] * prev[r] + c.c[6] * next[r];
                s += c.c[1] * plane[y][x - 1];
                s += c.c[2] * plane[y][x + 1];
                s += c.c[3] * plane[y - 1][x];
                s += c.c[4] * plane[y + 1][x];
                out[(i * n + j) * n + k] = s;
            }
        }
        __syncthreads();
#pragma unroll
        for (int r = 0; r < R; ++r) {
            prev[r] = cur[r];
            cur[r] = next[r];
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TX, THREADS_Y);
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
