// RIGHT: the kernel is launched by cuLaunchKernel, whose address comes from cudaGetDriverEntryPointByVersion
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"
#include <cuda.h>
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}
void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h); }
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    int p = (i * n + j) * n + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
}
typedef CUresult Launch(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **);
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    void *entry = NULL;
    cudaDriverEntryPointQueryResult found;
    cudaFunction_t function;
    cudaGetFuncBySymbol(&function, (const void *)stencil_kernel);
    if (cudaGetDriverEntryPointByVersion("cuLaunchKernel", &entry, 12000, cudaEnableDefault, &found) != cudaSuccess || !entry) return;
    void *args[] = {&in, &out, &n, &c};
    ((Launch *)entry)((CUfunction)function, ceil_div(n, 32), ceil_div(n, 8), n, 32, 8, 1, 0, 0, args, 0);
}
