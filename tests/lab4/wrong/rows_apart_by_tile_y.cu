// WRONG: a flat tile: the neighbours in y are looked for TY cells away, and rows are TX cells long. At n = 8 these cells hold 0.
// EXPECT test: 4.3/n=8
// EXPECT cause: c[3] is multiplied by 0 in it
// EXPECT todo: 4.3
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TX 16
#define TY 8
#define TZ 8

__global__ void stencil_tiled(const float *src, float *dst, int n, StencilCoefficients w) {
    __shared__ float s[TX * TY * TZ];
    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int lz = threadIdx.z;
    int gx = blockIdx.x * (TX - 2) + lx;
    int gy = blockIdx.y * (TY - 2) + ly;
    int gz = blockIdx.z * (TZ - 2) + lz;
    int me = lx + TX * (ly + TY * lz);
    bool exists = gx < n && gy < n && gz < n;
    s[me] = exists ? src[gx + n * (gy + n * gz)] : 0.0f;
    __syncthreads();

    if (lx == 0 || ly == 0 || lz == 0) return;
    if (lx == TX - 1 || ly == TY - 1 || lz == TZ - 1) return;
    if (gx > n - 2 || gy > n - 2 || gz > n - 2) return;

    float sum = w.c[0] * s[me];
    sum += w.c[1] * s[me - 1] + w.c[2] * s[me + 1];
    sum += w.c[3] * s[me - TY] + w.c[4] * s[me + TY];
    sum += w.c[5] * s[me - TX * TY] + w.c[6] * s[me + TX * TY];
    dst[gx + n * (gy + n * gz)] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 threads(TX, TY, TZ);
    dim3 blocks(ceil_div(n - 2, TX - 2), ceil_div(n - 2, TY - 2), ceil_div(n - 2, TZ - 2));
    stencil_tiled<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
