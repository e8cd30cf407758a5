// WRONG: the index along z takes threadIdx.x
// EXPECT test: 3.2/n=5
// EXPECT cause: combines threadIdx.x with blockIdx.z
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1
    int idx = threadIdx.x + blockDim.x * blockIdx.x;
    if (idx > 0 && idx < n - 1) df[idx] = (f[idx + 1] - f[idx - 1]) / (h * 2.0f);
    // end 3.1
}
void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1
    derivative_kernel<<<(n + 127) / 128, 128>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    const int k = threadIdx.x + blockDim.x * blockIdx.x;
    const int j = threadIdx.y + blockDim.y * blockIdx.y;
    const int i = threadIdx.x + blockDim.z * blockIdx.z; // <-- HERE
    const bool ok = i >= 1 && j >= 1 && k >= 1 && i < n - 1 && j < n - 1 && k < n - 1;
    if (!ok) return;
    const int me = (i * n + j) * n + k;
    float sum = 0.0f;
    sum += c.c[0] * in[me];
    sum += c.c[1] * in[me - 1];
    sum += c.c[2] * in[me + 1];
    sum += c.c[3] * in[me - n];
    sum += c.c[4] * in[me + n];
    sum += c.c[5] * in[me - n * n];
    sum += c.c[6] * in[me + n * n];
    out[me] = sum;
    // end 3.2
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4
    dim3 block(32, 8);
    // end 3.4
    // TODO 3.3
    dim3 grid((n + 31) / 32, (n + 7) / 8, n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
