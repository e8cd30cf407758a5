// WRONG: the host's loop over the planes ends one launch early
// EXPECT test: 3.3/n=33
// EXPECT cause: launches for 5 planes: this loop ends too early
// EXPECT todo: 3.3

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n - 1) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    const int threads = 512;
    derivative_kernel<<<ceil_div(n, threads), threads>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// One plane: mid is its first point, lo and hi are those of the planes below and above.
__global__ void plane_kernel(const float *lo, const float *mid, const float *hi, float *result, int n,
                             StencilCoefficients c) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < 1 || row < 1 || col > n - 2 || row > n - 2) return;
    int q = row * n + col;
    result[q] = c.c[0] * mid[q] + c.c[1] * mid[q - 1] + c.c[2] * mid[q + 1] + c.c[3] * mid[q - n] +
                c.c[4] * mid[q + n] + c.c[5] * lo[q] + c.c[6] * hi[q];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8);
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y));
    const size_t size = (size_t)n * n;
    for (int plane = 1; plane < n - 2; ++plane) {
        const float *mid = in + plane * size;
        plane_kernel<<<grid, block>>>(mid - size, mid, mid + size, out + plane * size, n, c);
        CUDA_CHECK(cudaGetLastError());
    }
}
