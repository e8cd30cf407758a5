// WRONG: the launches count one plane too many: the boundary plane is computed, too
// EXPECT test: 3.2/n=7
// EXPECT check: out-of-bounds
// EXPECT cause: This condition lets the thread through: its two sides are 1 and 2 there

// lab3, one launch per slab of planes
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

static const int SLAB = 16;

__global__ void deriv(const float *f, float *df, int last, float scale) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < last; i += blockDim.x * gridDim.x)
        if (i != 0) df[i] = scale * (f[i + 1] - f[i - 1]);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    if (n > 2) deriv<<<ceil_div(n, 192), 192>>>(f, df, n - 1, 1.0f / (2.0f * h));
    CUDA_CHECK(cudaGetLastError());
}

// planes: how many planes this launch computes, the first one is z0
__global__ void slab_kernel(const float *in, float *out, int n, int z0, int planes, StencilCoefficients c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || x > n - 2) return;
    if (y < 1 || y > n - 2) return;
    if (z >= planes) return; // <-- HERE
    z += z0;
    int here = x + n * (y + n * z);
    int dy = n, dz = n * n;
    float xs = c.c[1] * in[here - 1] + c.c[2] * in[here + 1];
    float ys = c.c[3] * in[here - dy] + c.c[4] * in[here + dy];
    float zs = c.c[5] * in[here - dz] + c.c[6] * in[here + dz];
    out[here] = c.c[0] * in[here] + xs + ys + zs;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 threads(32, 4, 2);
    for (int z0 = 1; z0 < n - 1; z0 += SLAB) {
        int left = n - z0;     // planes that are left
        int planes = left < SLAB ? left : SLAB;
        dim3 blocks(ceil_div(n, threads.x), ceil_div(n, threads.y), ceil_div(planes, threads.z));
        slab_kernel<<<blocks, threads>>>(in, out, n, z0, planes, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
