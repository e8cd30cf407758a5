// A march without shared memory: four rows of points a thread in registers, x from the lanes beside it. It loads as few values
// as a tile does, and no block shares any. Of floats or doubles.
#include "common/grid.h"

enum { ROWS = 4, DEPTH = 62, WARPS = 4, INNER_X = 30 };

template <typename T, typename C> __global__ void rows_kernel(const T *in, T *out, int n, C c) {
    const int x = threadIdx.x, k = blockIdx.x * INNER_X + x;
    const int low = 1 + (blockIdx.y * WARPS + threadIdx.y) * ROWS, first = 1 + blockIdx.z * DEPTH,
              end = min(first + DEPTH, n - 1);
    T below[ROWS + 2], here[ROWS + 2], above[ROWS + 2];
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
            const T left = __shfl_up_sync(~0u, here[r], 1), right = __shfl_down_sync(~0u, here[r], 1);
            if (x > 0 && x < 31 && k < n - 1 && low - 1 + r < n - 1)
                out[(i * n + low - 1 + r) * n + k] = c.c[0] * here[r] + c.c[1] * left + c.c[2] * right +
                                                     c.c[3] * here[r - 1] + c.c[4] * here[r + 1] +
                                                     c.c[5] * below[r] + c.c[6] * above[r];
        }
#pragma unroll
        for (int r = 0; r < ROWS + 2; r++) below[r] = here[r], here[r] = above[r];
    }
}

template <typename T, typename C> void launch_rows(const T *in, T *out, int n, C c) {
    if (n < 3) return;
    const dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, ROWS * WARPS), ceil_div(n - 2, DEPTH));
    rows_kernel<<<grid, dim3(32, WARPS)>>>(in, out, n, c);
}
