// A march without shared memory: four rows of points a thread in registers. It loads as few values as a tile does. SHARES says in
// which blocks, warps (threadIdx.y), planes (i) and sizes the neighbours in x come out of shared memory for all that; elsewhere they
// come from the lanes beside.
#include "common/grid.h"
#include "common/stencil.h"

enum { ROWS = 4, DEPTH = 62, WARPS = 4, INNER_X = 30 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float row[WARPS][32];
    const int x = threadIdx.x, w = threadIdx.y, k = blockIdx.x * INNER_X + x;
    const int low = 1 + (blockIdx.y * WARPS + w) * ROWS, first = 1 + blockIdx.z * DEPTH,
              end = min(first + DEPTH, n - 1);
    float below[ROWS + 2], here[ROWS + 2], above[ROWS + 2];
#pragma unroll
    for (int r = 0; r < ROWS + 2; r++) {
        const bool there = k < n && low - 1 + r < n;
        below[r] = there ? in[((first - 1) * n + low - 1 + r) * n + k] : 0;
        here[r] = there ? in[(first * n + low - 1 + r) * n + k] : 0;
    }
    for (int i = first; i < end; i++) {
#pragma unroll
        for (int r = 0; r < ROWS + 2; r++)
            above[r] = k < n && low - 1 + r < n ? in[((i + 1) * n + low - 1 + r) * n + k] : 0;
#pragma unroll
        for (int r = 1; r <= ROWS; r++) {
            float left, right;
            if (SHARES) {
                row[w][x] = here[r];
                __syncwarp();
                left = row[w][max(x - 1, 0)];
                right = row[w][min(x + 1, 31)];
                __syncwarp();
            } else {
                left = __shfl_up_sync(~0u, here[r], 1);
                right = __shfl_down_sync(~0u, here[r], 1);
            }
            if (x > 0 && x < 31 && k < n - 1 && low - 1 + r < n - 1)
                out[(i * n + low - 1 + r) * n + k] = c.c[0] * here[r] + c.c[1] * left + c.c[2] * right +
                                                     c.c[3] * here[r - 1] + c.c[4] * here[r + 1] +
                                                     c.c[5] * below[r] + c.c[6] * above[r];
        }
#pragma unroll
        for (int r = 0; r < ROWS + 2; r++) below[r] = here[r], here[r] = above[r];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, ROWS * WARPS), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(32, WARPS)>>>(in, out, n, c);
}
