// WRONG: blocks of one warp exchange by shared memory with no barrier at all, as before Volta
// EXPECT check: race
// EXPECT score: 0
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float row[32];
    int x = threadIdx.x, k = blockIdx.x * 30 + x, j = 1 + blockIdx.y, i = 1 + blockIdx.z, p = (i * n + j) * n + k;
    row[x] = k < n ? in[p] : 0.0f;
    if (x >= 1 && x <= 30 && k <= n - 2)
        out[p] = c.c[0] * row[x] + c.c[1] * row[x - 1] + c.c[2] * row[x + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n >= 3) stencil_kernel<<<dim3(ceil_div(n - 2, 30), n - 2, n - 2), 32>>>(in, out, n, c);
}
