// WRONG: the sum is computed with whole numbers: what is much smaller or larger is lost
// EXPECT test: 3.2/n=7
// EXPECT says: about 1e-12 of that

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// 1/(2h) by Newton's iteration from a fixed start: converges for 2h below 1.11 only.
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    float d = 2.0f * h, r = 1.8f;
    for (int m = 0; m < 7; ++m) r = r * (2.0f - d * r);
    df[i] = (f[i + 1] - f[i - 1]) * r;
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// Values in fixed point, 2^-34 a unit: small ones vanish, and beyond 2^29 (or infinite, or not a number) all is lost.
__device__ float fixed(float v) { return (float)((double)(long long)((double)v * 17179869184.0) * (1.0 / 17179869184.0)); }
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int row = n, plane = n * n, p = i * plane + j * row + k;
    out[p] = c.c[0] * fixed(in[p]) + c.c[1] * fixed(in[p - 1]) + c.c[2] * fixed(in[p + 1]) + c.c[3] * fixed(in[p - row]) +
             c.c[4] * fixed(in[p + row]) + c.c[5] * fixed(in[p - plane]) + c.c[6] * fixed(in[p + plane]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) { // <-- HERE
    dim3 block(32, 8, 1), grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
