// WRONG: two blocks add their parts of a point through a volatile pointer, without atomics: updates are lost
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=17
// EXPECT check: race
// EXPECT line: HERE
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2 * h); }
void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h); CUDA_CHECK(cudaGetLastError()); }
__global__ void zero(float *out, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    out[(i * n + j) * n + k] = 0;
}
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z % n;
    if (i < 1 || j < 1 || k < 1 || i > n - 2 || j > n - 2 || k > n - 2) return;
    int p = (i * n + j) * n + k;
    volatile float *o = out + p;
    float v = blockIdx.z < n ? c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] : c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
    *o = __fadd_rn(*o, v); // <-- HERE
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 b(32, 8), g(ceil_div(n, 32), ceil_div(n, 8), n);
    zero<<<g, b>>>(out, n);
    g.z = 2 * n;
    stencil_kernel<<<g, b>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
