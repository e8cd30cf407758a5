// WRONG: the launch rounds the number of blocks up, the kernel takes one more than rounded down
// EXPECT test: 3.2/n=8
// EXPECT cause: one too many or one too few

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int WIDE = 32, HIGH = 8;

__global__ void derive(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (0 < i && i < n - 1) df[i] = (f[i + 1] - f[i - 1]) / (2.f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derive<<<ceil_div(n, 192), 192>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// How many blocks lie side by side in a row of n points.
__host__ __device__ constexpr int blocks_along(int n, int size) { return n / size + 1; } // <-- HERE

// The blocks are numbered in one row, x fastest: block = (bz * by_count + by) * bx_count + bx.
__global__ void stencil_flat_blocks(const float *in, float *out, int n, StencilCoefficients c) {
    const int across = blocks_along(n, WIDE), down = blocks_along(n, HIGH);
    int number = blockIdx.x;
    const int k = number % across * WIDE + threadIdx.x;
    number /= across;
    const int j = number % down * HIGH + threadIdx.y;
    number /= down;
    const int i = number; // one plane a block
    if (k < 1 || j < 1 || i < 1 || k >= n - 1 || j >= n - 1 || i >= n - 1) return;

    const int dz = n * n;
    in += i * dz + j * n + k;
    out += i * dz + j * n + k;
    *out = c.c[0] * *in + c.c[1] * in[-1] + c.c[2] * in[1] + c.c[3] * in[-n] + c.c[4] * in[n] +
           c.c[5] * in[-dz] + c.c[6] * in[dz];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int blocks = ceil_div(n, WIDE) * ceil_div(n, HIGH) * n;
    stencil_flat_blocks<<<blocks, dim3(WIDE, HIGH)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
