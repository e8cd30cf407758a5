// WRONG: threadIdx.x runs along y and threadIdx.y along x
// EXPECT test: 3.4/counter-1
// EXPECT cause: This line makes an index along y of threadIdx.x
// EXPECT todo: 3.4

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void df_kernel(const float *f, float *df, int n, float h) {
    int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - 2) return;
    float right = f[i + 1];
    float left = f[i - 1];
    df[i] = (right - left) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    df_kernel<<<ceil_div(n, 512), 512>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// One layer of blocks for each plane.
__global__ void heat_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y; // <-- HERE
    const int i = 1 + blockIdx.z;
    if (j == 0 || k == 0) return;
    if (j >= n - 1 || k >= n - 1) return;

    auto value = [=](int di, int dj, int dk) { return in[((i + di) * n + (j + dj)) * n + (k + dk)]; };

    out[(i * n + j) * n + k] = c.c[0] * value(0, 0, 0)                              //
                               + c.c[1] * value(0, 0, -1) + c.c[2] * value(0, 0, 1) //
                               + c.c[3] * value(0, -1, 0) + c.c[4] * value(0, 1, 0) //
                               + c.c[5] * value(-1, 0, 0) + c.c[6] * value(1, 0, 0);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n - 2);
    heat_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
