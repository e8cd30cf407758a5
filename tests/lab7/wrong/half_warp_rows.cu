// WRONG: blocks 16 wide: a warp is two rows, but only lanes 0 and 31 load their neighbour
// EXPECT test: 7.2/n=128
// EXPECT test: 7.3/n=68
// EXPECT cause: a warp holds threads of several rows
// EXPECT todo: 7.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define TILE 16
#define DEPTH 8

// ---- any n: one point a thread ----
__global__ void plain_kernel(const float *in, float *out, int n, StencilCoefficients s) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1) return;
    const int plane = n * n, z0 = 1 + blockIdx.z * DEPTH, z1 = min(z0 + DEPTH, n - 1);
    const float *p = in + z0 * plane + y * n + x;
    float *q = out + z0 * plane + y * n + x;
    float lo = p[-plane], me = *p;
    for (int z = z0; z < z1; ++z, p += plane, q += plane) {
        float hi = p[plane];
        *q = s.c[0] * me + s.c[1] * p[-1] + s.c[2] * p[1] + s.c[3] * p[-n] + s.c[4] * p[n] + s.c[5] * lo + s.c[6] * hi;
        lo = me;
        me = hi;
    }
}

__global__ void four_kernel(const float *in, float *out, int n, StencilCoefficients s) {
    int group = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y + 1;
    bool mine = 4 * group < n && y < n - 1; // a point of the interior: the others load and shuffle only
    int x = min(4 * group, n - 4);
    y = min(y, n - 2);
    int lane = (threadIdx.y * TILE + threadIdx.x) % 32;
    bool first = lane == 0, last = lane == 31; // <-- HERE
    int z = blockIdx.z * DEPTH + 1, stop = min(z + DEPTH, n - 1);
    size_t plane = (size_t)n * n, p = z * plane + (size_t)y * n + x;
    float4 below = *(const float4 *)&in[p - plane], here = *(const float4 *)&in[p];
    for (; z < stop; ++z) {
        float4 above = *(const float4 *)&in[p + plane];
        float4 low = *(const float4 *)&in[p - n], high = *(const float4 *)&in[p + n];
        float before = __shfl_up_sync(0xffffffff, here.w, 1);
        float after = __shfl_down_sync(0xffffffff, here.x, 1);
        if (first && x > 0) before = in[p - 1];
        if (last && x + 4 < n) after = in[p + 4];
        float v[6] = {before, here.x, here.y, here.z, here.w, after};
        float l[4] = {low.x, low.y, low.z, low.w}, h[4] = {high.x, high.y, high.z, high.w};
        float b[4] = {below.x, below.y, below.z, below.w}, a[4] = {above.x, above.y, above.z, above.w};
        float sum[4];
#pragma unroll
        for (int t = 0; t < 4; ++t)
            sum[t] = s.c[0] * v[t + 1] + s.c[1] * v[t] + s.c[2] * v[t + 2] + s.c[3] * l[t] + s.c[4] * h[t] +
                     s.c[5] * b[t] + s.c[6] * a[t];
        if (mine) {
            if (x > 0 && x + 4 < n) {
                *(float4 *)&out[p] = make_float4(sum[0], sum[1], sum[2], sum[3]);
            } else {
#pragma unroll
                for (int t = 0; t < 4; ++t)
                    if (x + t > 0 && x + t < n - 1) out[p + t] = sum[t];
            }
        }
        p += plane;
        below = here;
        here = above;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(TILE, TILE);
    if (n % 4 || n == 4) {
        plain_kernel<<<dim3(ceil_div(n - 2, TILE), ceil_div(n - 2, TILE), ceil_div(n - 2, DEPTH)), block>>>(in, out, n, c);
    } else {
        four_kernel<<<dim3(ceil_div(n, 4 * TILE), ceil_div(n - 2, TILE), ceil_div(n - 2, DEPTH)), block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
