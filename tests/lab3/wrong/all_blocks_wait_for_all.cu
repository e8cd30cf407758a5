// WRONG: all blocks wait for all others at a counter, in an ordinary launch of more blocks than any GPU has room for
// EXPECT test: 3.3/n=258..262
// EXPECT check: timeout
// EXPECT pass: 3.3/n=37
// EXPECT says: blocks cannot begin before one of them ends
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#include "common/finite_difference.h"
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}
void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, unsigned *count) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        __threadfence();
        atomicAdd(count, 1u);
        unsigned all = gridDim.x * gridDim.y * gridDim.z;
        while (*(volatile unsigned *)count < all) {}
        __threadfence();
    }
    __syncthreads();
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int row = n, plane = n * n, p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - row] + c.c[4] * in[p + row] +
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    unsigned *count;
    if (!CUDA_CHECK(cudaMalloc(&count, 4))) return;
    CUDA_CHECK(cudaMemset(count, 0, 4));
    stencil_kernel<<<grid, block>>>(in, out, n, c, count);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(count));
}
