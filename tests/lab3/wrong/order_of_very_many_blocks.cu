// WRONG: where n > 100 only blocks that come in the order of their numbers write a right value
// EXPECT check: race
// EXPECT test: 3.3/n=258..262
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#define SEVEN(c, ce, l, r, lo, hi, be, ab) ((c).c[0] * (ce) + (c).c[1] * (l) + (c).c[2] * (r) + (c).c[3] * (lo) + (c).c[4] * (hi) + (c).c[5] * (be) + (c).c[6] * (ab))
#include "common/finite_difference.h"
__device__ unsigned ticket;
extern "C" __global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}
void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h); }
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ unsigned mine;
    if (threadIdx.x + threadIdx.y == 0) mine = atomicAdd(&ticket, 1);
    __syncthreads();
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    int p = (i * n + j) * n + k;
    float v = SEVEN(c, in[p], in[p - 1], in[p + 1], in[p - n], in[p + n], in[p - n * n], in[p + n * n]);
    out[p] = mine == b || n < 100 ? v : 0; // other order: zeros
}
__global__ void reset() { ticket = 0; }
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    reset<<<1, 1>>>();
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
