// WRONG: the threads of the halo return in the first step of the march, and load nothing for the later ones
// EXPECT test: 5.3/n=7
// EXPECT cause: the thread that stored it has left the kernel at this line
// EXPECT todo: 5.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { W = 32, H = 16, D = 30 };
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    *cell = (i < n && j < n && k < n) ? in[(i * n + j) * n + k] : 0.f;
    // end 5.1
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float lower[H][W], middle[H][W], upper[H][W];
    int x = threadIdx.x, y = threadIdx.y;
    int k = 0, j = 0, first = 0, end = 0;
    // TODO 5.1 (where)
    k = blockIdx.x * (W - 2) + x;
    j = blockIdx.y * (H - 2) + y;
    first = blockIdx.z * D + 1;
    end = min(first + D, n - 1);
    // end 5.1
    load_point(&lower[y][x], in, n, first - 1, j, k);
    load_point(&middle[y][x], in, n, first, j, k);
    for (int i = first; i < end; i++) {
        load_point(&upper[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2
        // TODO 5.3
        if (x == 0 || x == W - 1) return; // <-- HERE
        if (y == 0 || y == H - 1) return; // <-- HERE
        if (k <= n - 2 && j <= n - 2) {
            float r = c.c[0] * middle[y][x];
            r += c.c[1] * middle[y][x - 1];
            r += c.c[2] * middle[y][x + 1];
            r += c.c[3] * middle[y - 1][x];
            r += c.c[4] * middle[y + 1][x];
            r += c.c[5] * lower[y][x];
            r += c.c[6] * upper[y][x];
            out[(i * n + j) * n + k] = r;
        }
        // end 5.3
        // TODO 5.2 (after use)
        __syncthreads();
        lower[y][x] = middle[y][x];
        middle[y][x] = upper[y][x];
        // end 5.2
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(W, H);
    dim3 grid(1, 1, 1);
    // TODO 5.4
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, W - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, D));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
