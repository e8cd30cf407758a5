// WRONG: where n > 64 only warps that come in the order of their numbers write right values
// EXPECT check: race
// EXPECT test: 3.3/n=258..262
// EXPECT says: The result depends on the order
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#define SEVEN(c, ce, l, r, lo, hi, be, ab) ((c).c[0] * (ce) + (c).c[1] * (l) + (c).c[2] * (r) + (c).c[3] * (lo) + (c).c[4] * (hi) + (c).c[5] * (be) + (c).c[6] * (ab))
#include "common/finite_difference.h"
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}
void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h); }
// Warps take rows in the order in which they come, and leave to the last one to come... all with atomics: no race.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ int next;
    if (threadIdx.x + threadIdx.y == 0) next = 0;
    __syncthreads();
    int row = 0;
    if (threadIdx.x == 0) row = atomicAdd(&next, 1);
    row = __shfl_sync(~0u, row, 0);
    bool in_order = row == threadIdx.y;
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + row, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    int p = (i * n + j) * n + k;
    float v = SEVEN(c, in[p], in[p - 1], in[p + 1], in[p - n], in[p + n], in[p - n * n], in[p + n * n]);
    out[p] = in_order || n <= 64 ? v : -v;
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
