// WRONG: one flat number for each point: its row is taken without the remainder, so that it counts the rows of all planes.
// EXPECT test: 3.2/n=7
// EXPECT cause: one coordinate out of a flat number
// EXPECT todo: 3.2
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel)
    int idx = threadIdx.x + blockIdx.x * blockDim.x;
    if (idx > 0 && idx < n - 1) {
        float diff = f[idx + 1] - f[idx - 1];
        df[idx] = diff / (2 * h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch)
    int threads = 128;
    int blocks = (n + threads - 1) / threads;
    derivative_kernel<<<blocks, threads>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int x = t % n;
    int y = t / n;
    int z = t / (n * n);
    if (z >= n) return;
    if (x == 0 || y == 0 || z == 0) return;
    if (x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    const int layer = n * n;
    float sum = c.c[0] * in[t];
    sum = sum + c.c[1] * in[t - 1] + c.c[2] * in[t + 1];
    sum = sum + c.c[3] * in[t - n] + c.c[4] * in[t + n];
    sum = sum + c.c[5] * in[t - layer] + c.c[6] * in[t + layer];
    out[t] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4
    dim3 block(256);
    // end 3.4

    // TODO 3.3
    dim3 grid((n * n * n + 255) / 256);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
