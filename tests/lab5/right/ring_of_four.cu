// RIGHT: a ring of four planes; all load two planes ahead of the use
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
__device__ void load(float *cell, const float *in, int n, int i, int j, int k) { *cell = i < n && j < n && k < n ? in[(i * n + j) * n + k] : 0.0f; }
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float ring[];
    float(*plane)[16][32] = (float(*)[16][32])ring;
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * 30 + x, j = blockIdx.y * 14 + y, first = blockIdx.z * 62 + 1, end = min(first + 62, n - 1);
    for (int m = -1; m < 2; ++m) load(&plane[(m + 1) & 3][y][x], in, n, first + m, j, k);
    for (int i = first; i < end; ++i) {
        int m = i - first;
        __syncthreads();
        if (i + 2 <= end) load(&plane[(m + 3) & 3][y][x], in, n, i + 2, j, k);
        float(*here)[32] = plane[(m + 1) & 3];
        if (x >= 1 && x <= 30 && y >= 1 && y <= 14 && j <= n - 2 && k <= n - 2)
            out[(i * n + j) * n + k] = c.c[0] * here[y][x] + c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1] + c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x] + c.c[5] * plane[m & 3][y][x] + c.c[6] * plane[(m + 2) & 3][y][x];
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n >= 3) stencil_kernel<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 14), ceil_div(n - 2, 62)), dim3(32, 16), 4 * 2048>>>(in, out, n, c);
}
