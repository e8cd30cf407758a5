// WRONG: the block that the launch takes for middle sizes is counted as a larger one, and the end of each row has no thread
// EXPECT withheld: 1
// EXPECT score: 100
// EXPECT says: blocks along x, so

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    int plane = n * n, p = i * plane + j * n + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] +
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // a wider block pays from some 600 points a row on
    dim3 block = n < 600 ? dim3(32, 8) : n < 1100 ? dim3(64, 4) : dim3(128, 2);
    int width = n < 600 ? 32 : 128;
    dim3 grid(ceil_div(n, width), ceil_div(n, block.y), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
