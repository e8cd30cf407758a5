// WRONG: each thread loads four rows, and computes three
// EXPECT test: 5.1/n=31
// EXPECT cause: its two sides are 3 and 3 there

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 32 x 8 threads for a tile of 32 x 32: thread (x, y) has the rows y, y + 8, y + 16 and y + 24.
enum { T = 32, THREAD_ROWS = 8, PER_THREAD = T / THREAD_ROWS, CORE = T - 2, PLANES = 30 };

__device__ float value(const float *in, int n, int i, int j, int k) {
    return i < n && j < n && k < n ? in[(i * n + j) * n + k] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[3][T][T];
    int x = threadIdx.x, k = blockIdx.x * CORE + x, j0 = blockIdx.y * CORE;
    int z0 = blockIdx.z * PLANES, z_end = min(z0 + PLANES, n - 2);
    for (int m = 0; m < PER_THREAD; ++m) {
        int y = threadIdx.y + m * THREAD_ROWS;
        ring[0][y][x] = value(in, n, z0, j0 + y, k);
        ring[1][y][x] = value(in, n, z0 + 1, j0 + y, k);
    }
    int low = 0, mid = 1, high = 2;
    for (int i = z0 + 1; i <= z_end; ++i) {
        for (int y = threadIdx.y; y < T; y += THREAD_ROWS) ring[high][y][x] = value(in, n, i + 1, j0 + y, k);
        __syncthreads();
        for (int m = 0; m < PER_THREAD - 1; ++m) { // <-- HERE
            int y = threadIdx.y + m * THREAD_ROWS, j = j0 + y;
            if (x == 0 || x == T - 1 || y == 0 || y == T - 1 || j > n - 2 || k > n - 2) continue;
            out[(i * n + j) * n + k] = c.c[0] * ring[mid][y][x] + c.c[1] * ring[mid][y][x - 1] +
                                       c.c[2] * ring[mid][y][x + 1] + c.c[3] * ring[mid][y - 1][x] +
                                       c.c[4] * ring[mid][y + 1][x] + c.c[5] * ring[low][y][x] +
                                       c.c[6] * ring[high][y][x];
        }
        __syncthreads();
        int free = low;
        low = mid, mid = high, high = free;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int b = ceil_div(n - 2, CORE);
    stencil_kernel<<<dim3(b, b, ceil_div(n - 2, PLANES)), dim3(T, THREAD_ROWS)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
