// WRONG: results are right, and each step loads the plane before it from global memory once more
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { RELOAD = 4 };
// 15 warps compute 4 rows each; x by shuffles; y across warps through shared memory; a 16th warp loads the two outer rows.
// RELOAD of the 4 rows load z-1 from global memory once more in each step.
enum { WARPS = 15, ROWS = 4, INNER = 30, DEPTH = 62 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float low[WARPS + 1][32], high[WARPS + 1][32];
    int x = threadIdx.x, w = threadIdx.y;
    int k = blockIdx.x * INNER + x, top = blockIdx.y * WARPS * ROWS;
    int j = top + 1 + w * ROWS;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool outer = w == WARPS;
    int bottom = top + 1 + WARPS * ROWS;
    float here[ROWS], kept[ROWS];
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        bool is = !outer && j + m < n && k < n;
        here[m] = is ? in[(first * n + j + m) * n + k] : 0.0f;
        kept[m] = m >= RELOAD && is ? in[((first - 1) * n + j + m) * n + k] : 0.0f;
    }
    for (int i = first; i < end; ++i) {
        float next[ROWS];
#pragma unroll
        for (int m = 0; m < ROWS; ++m) next[m] = !outer && j + m < n && k < n ? in[((i + 1) * n + j + m) * n + k] : 0.0f;
        if (outer) {
            low[0][x] = k < n ? in[(i * n + top) * n + k] : 0.0f;
            high[WARPS][x] = bottom < n && k < n ? in[(i * n + bottom) * n + k] : 0.0f;
        } else {
            low[w + 1][x] = here[ROWS - 1];
            high[w][x] = here[0];
        }
        __syncthreads();
        if (!outer) {
            float y0 = low[w][x], y1 = high[w + 1][x];
#pragma unroll
            for (int m = 0; m < ROWS; ++m) {
                float left = __shfl_up_sync(0xffffffff, here[m], 1), right = __shfl_down_sync(0xffffffff, here[m], 1);
                int p = (i * n + j + m) * n + k;
                if (x >= 1 && x <= INNER && k <= n - 2 && j + m <= n - 2)
                    out[p] = c.c[0] * here[m] + c.c[1] * left + c.c[2] * right + c.c[3] * (m == 0 ? y0 : here[m > 0 ? m - 1 : 0]) +
                             c.c[4] * (m == ROWS - 1 ? y1 : here[m < ROWS - 1 ? m + 1 : m]) + c.c[5] * (m < RELOAD ? in[p - n * n] : kept[m]) +
                             c.c[6] * next[m];
            }
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < ROWS; ++m) kept[m] = here[m], here[m] = next[m];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(32, WARPS + 1);
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, WARPS * ROWS), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
