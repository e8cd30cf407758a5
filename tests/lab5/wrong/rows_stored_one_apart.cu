// WRONG: a thread has every eighth row of the tile, and stores its sums into rows that follow each other
// EXPECT test: 5.1/n=31
// EXPECT check: race
// EXPECT cause: but it stores their sums elsewhere
// EXPECT line: HERE

#define TILE 32
#include "tests/lab5/pieces.cuh"

enum { HIGH = 8 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    const int x = threadIdx.x, k = blockIdx.x * INNER + x, above = blockIdx.y * INNER + threadIdx.y;
    const int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    for (int i = first; i < end; i++) {
        for (int y = threadIdx.y; y < TILE; y += HIGH) {
            const int j = above + y - threadIdx.y;
            previous[y][x] = VALUE(i - 1), current[y][x] = VALUE(i), next[y][x] = VALUE(i + 1);
        }
        __syncthreads();
        for (int turn = 0; turn < TILE / HIGH; turn++) {
            const int y = threadIdx.y + turn * HIGH, j = above + turn * HIGH;
            if (COMPUTES) {
                const float sum = SUM_OF(previous, current, next);
                out[(i * n + above + turn) * n + k] = sum; // <-- HERE
            }
        }
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, HIGH)>>>(in, out, n, c);
}
