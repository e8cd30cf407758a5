// WRONG: the first tile begins at x = 1, so that its first point to compute is x = 2
// EXPECT test: 5.1/n=33
// EXPECT cause: This line adds 1 to that index
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
enum { W = 32, H = 8, D = 16 };
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    if (i < n && j < n && k < n)
        *cell = in[(size_t)i * n * n + (size_t)j * n + k];
    else
        *cell = 0;
    // end 5.1
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[3][H][W];
    int x = threadIdx.x, y = threadIdx.y;
    int k = 0, j = 0, first = 0, end = 0;
    // TODO 5.1 (where)
    int ox = blockIdx.x * (W - 2) + 1; // <-- HERE
    int oy = blockIdx.y * (H - 2);
    k = ox + x;
    j = oy + y;
    first = 1 + blockIdx.z * D;
    end = first + D;
    if (end > n - 1) end = n - 1;
    // end 5.1
    load_point(&planes[0][y][x], in, n, first - 1, j, k);
    load_point(&planes[1][y][x], in, n, first, j, k);
    int lo = 0, mid = 1, hi = 2;
    for (int i = first; i < end; i++) {
        load_point(&planes[hi][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2
        // TODO 5.3
        if (x > 0 && x < W - 1 && y > 0 && y < H - 1 && k < n - 1 && j < n - 1) {
            float r = c.c[0] * planes[mid][y][x];
            r += c.c[1] * planes[mid][y][x - 1] + c.c[2] * planes[mid][y][x + 1];
            r += c.c[3] * planes[mid][y - 1][x] + c.c[4] * planes[mid][y + 1][x];
            r += c.c[5] * planes[lo][y][x] + c.c[6] * planes[hi][y][x];
            out[(size_t)i * n * n + (size_t)j * n + k] = r;
        }
        // end 5.3
        // TODO 5.2 (after use)
        __syncthreads();
        int t = lo;
        lo = mid;
        mid = hi;
        hi = t;
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
