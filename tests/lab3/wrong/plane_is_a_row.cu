// WRONG: planes lie n apart, as rows do
// EXPECT test: 3.2/n=3
// EXPECT cause: with parentheses, every result that was tried is right
// EXPECT todo: 3.2

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel)
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch)
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (k < 1 || k > n - 2 || j < 1 || j > n - 2 || i < 1 || i > n - 2) return;
    int p = i * n + j * n + k; // <-- HERE
    float sum = c.c[0] * in[p];
    sum += c.c[1] * in[p - 1];
    sum += c.c[2] * in[p + 1];
    sum += c.c[3] * in[p - n];
    sum += c.c[4] * in[p + n];
    sum += c.c[5] * in[p - n * n];
    sum += c.c[6] * in[p + n * n];
    out[p] = sum;
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4
    dim3 block(32, 4, 2);
    // end 3.4

    // TODO 3.3
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
