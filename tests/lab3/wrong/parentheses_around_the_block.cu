// WRONG: the launch counts n + (BY - 1) / BY blocks along y: eight times as many as there are rows
// EXPECT time: launch_stencil missed
// EXPECT score: 100
// EXPECT withheld: 5
// EXPECT cause: threads along y for
// EXPECT todo: 3.3

#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1 (kernel)
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) {
        df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
    }
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1 (launch)
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

#define IN(z, y, x) in[((z) * n + (y)) * n + (x)]
#define OUT(z, y, x) out[((z) * n + (y)) * n + (x)]

template <int BX, int BY>
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2
    const int k = blockIdx.x * BX + threadIdx.x;
    const int j = blockIdx.y * BY + threadIdx.y;
    const int i = blockIdx.z;
    if (i == 0 || j == 0 || k == 0) return;
    if (i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    OUT(i, j, k) = c.c[0] * IN(i, j, k)
                 + c.c[1] * IN(i, j, k - 1) + c.c[2] * IN(i, j, k + 1)
                 + c.c[3] * IN(i, j - 1, k) + c.c[4] * IN(i, j + 1, k)
                 + c.c[5] * IN(i - 1, j, k) + c.c[6] * IN(i + 1, j, k);
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4
    const int BX = 32, BY = 8;
    dim3 block(BX, BY);
    // end 3.4

    // TODO 3.3
    int gx = (n + BX - 1) / BX;
    int gy = n + (BY - 1) / BY; // <-- HERE
    int gz = n;
    dim3 grid(gx, gy, gz);
    // end 3.3
    stencil_kernel<BX, BY><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
