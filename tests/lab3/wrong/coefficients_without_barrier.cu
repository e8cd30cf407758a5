// WRONG: no barrier between the store of the coefficients into shared memory and their use
// EXPECT test: 3.2/n=7
// EXPECT check: race
// EXPECT cause: put a __syncthreads() between them
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    const int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx >= 1 && idx < n - 1) {
        df[idx] = (f[idx + 1] - f[idx - 1]) / (2 * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<(n + 127) / 128, 128>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // coefficients to fast memory first
    __shared__ float w[7];
    int tid = threadIdx.x + blockDim.x * threadIdx.y;
    if (tid < 7) w[tid] = c.c[tid]; // <-- HERE

    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int pla = blockIdx.z;
    if (col > 0 && col + 1 < n && row > 0 && row + 1 < n && pla > 0 && pla + 1 < n) {
        size_t at = ((size_t)pla * n + row) * n + col;
        size_t up = (size_t)n * n;
        out[at] = w[0] * in[at] + w[1] * in[at - 1] + w[2] * in[at + 1]
                + w[3] * in[at - n] + w[4] * in[at + n]
                + w[5] * in[at - up] + w[6] * in[at + up];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 threads(32, 8);
    const dim3 blocks(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
