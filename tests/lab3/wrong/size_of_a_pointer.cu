// WRONG: sizeof of a parameter is that of a pointer: the loop makes two rounds of seven
// EXPECT test: 3.2/n=7
// EXPECT cause: sizeof(shifts) is the size of a pointer
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

__device__ float dot(const float *w, const float *p, const int *shifts) {
    float r = 0;
    for (int m = 0; m < sizeof(shifts) / sizeof(shifts[0]); ++m) r += w[m] * p[shifts[m]]; // <-- HERE
    return r;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int N2 = n * n;
    int kk = blockDim.x * blockIdx.x + threadIdx.x, jj = blockDim.y * blockIdx.y + threadIdx.y,
        ii = blockDim.z * blockIdx.z + threadIdx.z;
    int lo = min(kk, min(jj, ii)), hi = max(kk, max(jj, ii));
    if (lo >= 1 && hi <= n - 2) {
        int shifts[] = {0, -1, +1, -n, +n, -N2, +N2};
        int id = ii * N2 + jj * n + kk;
        out[id] = dot(c.c, in + id, shifts);
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid((n - 1) / block.x + 1, (n - 1) / block.y + 1, (n - 1) / block.z + 1);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
