// WRONG: a named barrier for each warp
// EXPECT test: 6.2/n=34
// EXPECT check: race
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#define WAIT asm volatile("bar.sync %0, 32;" ::"r"(threadIdx.y):"memory"); asm volatile("" ::: "memory")
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float plane[16][32];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * 30 + x, j = blockIdx.y * 14 + y;
    int first = blockIdx.z * 62 + 1, end = min(first + 62, n - 1), step = n * n, p = first * step + j * n + k;
    bool inside = j < n && k < n;
    float below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        float above = inside ? in[p + step] : 0;
        plane[y][x] = here;
        WAIT;
        if (x >= 1 && x <= 30 && y >= 1 && y <= 14 && j <= n - 2 && k <= n - 2)
            out[p] = c.c[0] * here + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] + c.c[5] * below + c.c[6] * above;
        WAIT;
        below = here, here = above;
    }
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n >= 3) stencil_kernel<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 14), ceil_div(n - 2, 62)), dim3(32, 16)>>>(in, out, n, c);
}
