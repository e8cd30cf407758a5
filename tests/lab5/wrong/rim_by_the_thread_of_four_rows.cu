// WRONG: the rim of the tile is told by the thread's row, and a thread has four rows
// EXPECT test: 5.3/n=34
// EXPECT cause: `ty` in this line is not what belongs there
// EXPECT todo: 5.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 32 x 8 threads for a tile of 32 x 32: every thread looks after four rows.
enum { TX = 32, TY = 32, BY = 8, ROWS = TY / BY, DEPTH = 30 };

__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    *cell = (i < n && j < n && k < n) ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float prev[TY][TX], cur[TY][TX], next[TY][TX];
    const int x = threadIdx.x;
    const int ty = threadIdx.y;
    // TODO 5.1 (where)
    const int k = blockIdx.x * (TX - 2) + x;
    const int j0 = blockIdx.y * (TY - 2);
    const int first = blockIdx.z * DEPTH + 1;
    const int end = min(first + DEPTH, n - 1);
    // end 5.1

    for (int r = 0; r < ROWS; ++r) {
        const int y = ty + r * BY;
        load_point(&prev[y][x], in, n, first - 1, j0 + y, k);
        load_point(&cur[y][x], in, n, first, j0 + y, k);
    }
    for (int i = first; i < end; ++i) {
        for (int r = 0; r < ROWS; ++r) {
            const int y = ty + r * BY;
            load_point(&next[y][x], in, n, i + 1, j0 + y, k);
        }
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2

        // TODO 5.3
        for (int r = 0; r < ROWS; ++r) {
            const int y = ty + r * BY;
            const int j = j0 + y;
            if (x == 0 || x == TX - 1 || k > n - 2) continue;
            if (ty == 0 || y == TY - 1 || j > n - 2) continue; // <-- HERE
            out[(i * n + j) * n + k] = c.c[0] * cur[y][x] + c.c[1] * cur[y][x - 1] + c.c[2] * cur[y][x + 1] +
                                       c.c[3] * cur[y - 1][x] + c.c[4] * cur[y + 1][x] + c.c[5] * prev[y][x] +
                                       c.c[6] * next[y][x];
        }
        // end 5.3

        // TODO 5.2 (after use)
        __syncthreads();
        for (int r = 0; r < ROWS; ++r) {
            const int y = ty + r * BY;
            prev[y][x] = cur[y][x];
            cur[y][x] = next[y][x];
        }
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 5.4
    if (n < 3) return;
    dim3 block(TX, BY, 1);
    dim3 grid(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
