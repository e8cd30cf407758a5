// WRONG: the launch chooses how many planes a block marches, and the kernel begins by the constant and not by that number
// EXPECT test: 5.1/n=67
// EXPECT cause: is a constant, and the launch hands the kernel another number as `planes`
// EXPECT todo: 5.1

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 32, HIGH = 16, LONGEST = 24 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, int planes) {
    __shared__ float below[HIGH][WIDE], here[HIGH][WIDE], above[HIGH][WIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * (WIDE - 2) + x, j = blockIdx.y * (HIGH - 2) + y;
    const int low = 1 + LONGEST * blockIdx.z, high = min(low + planes, n - 1); // <-- HERE
    const bool loads = k < n && j < n;
    const bool computes = x > 0 && y > 0 && x < WIDE - 1 && y < HIGH - 1 && k < n - 1 && j < n - 1;
    if (low >= high) return;
    below[y][x] = loads ? in[((low - 1) * n + j) * n + k] : 0.0f;
    here[y][x] = loads ? in[(low * n + j) * n + k] : 0.0f;
    for (int i = low; i < high; ++i) {
        above[y][x] = loads ? in[((i + 1) * n + j) * n + k] : 0.0f;
        __syncthreads();
        if (computes)
            out[(i * n + j) * n + k] = c.c[0] * here[y][x] + c.c[1] * here[y][x - 1] + c.c[2] * here[y][x + 1] +
                                       c.c[3] * here[y - 1][x] + c.c[4] * here[y + 1][x] +
                                       c.c[5] * below[y][x] + c.c[6] * above[y][x];
        __syncthreads();
        below[y][x] = here[y][x];
        here[y][x] = above[y][x];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const int planes = min(LONGEST, ceil_div(n - 2, 3));
    const dim3 grid(ceil_div(n - 2, WIDE - 2), ceil_div(n - 2, HIGH - 2), ceil_div(n - 2, planes));
    stencil_kernel<<<grid, dim3(WIDE, HIGH)>>>(in, out, n, c, planes);
    CUDA_CHECK(cudaGetLastError());
}
