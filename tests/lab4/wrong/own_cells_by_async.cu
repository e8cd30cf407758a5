// WRONG: no sharing: each thread fetches its seven values by cp.async into cells of its own
// EXPECT test: 4.3/counter-1
// EXPECT score: 65
#include <cuda_pipeline.h>
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float cell[7][256];
    int t = threadIdx.y * 32 + threadIdx.x;
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int p = (i * n + j) * n + k;
    const int at[7] = {0, -1, 1, -n, n, -n * n, n * n};
    float sum = 0;
#pragma unroll
    for (int m = 0; m < 7; ++m) __pipeline_memcpy_async(&cell[m][t], in + p + at[m], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
#pragma unroll
    for (int m = 0; m < 7; ++m) sum += c.c[m] * cell[m][t];
    out[p] = sum;
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
