// WRONG: whether rows are aligned is decided by where the array begins
// EXPECT test: 7.1/n=31
// EXPECT check: misaligned
// EXPECT cause: A row has 3 elements here

// Lab 7: march of float4, lanes hand x neighbours to each other
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#include <stdint.h>

constexpr unsigned ALL = 0xffffffffu;
constexpr int DEEP = 8;

__device__ float dot7(const StencilCoefficients &c, float m, float l, float r, float s, float n, float d, float u) {
    return c.c[0] * m + c.c[1] * l + c.c[2] * r + c.c[3] * s + c.c[4] * n + c.c[5] * d + c.c[6] * u;
}

__global__ void one_each(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (k == 0 || j == 0 || i == 0 || k >= n - 1 || j >= n - 1 || i >= n - 1) return;
    size_t p = ((size_t)i * n + j) * n + k, pl = (size_t)n * n;
    out[p] = dot7(c, in[p], in[p - 1], in[p + 1], in[p - n], in[p + n], in[p - pl], in[p + pl]);
}

__device__ float4 load4(const float *q) { return *(const float4 *)q; }

__global__ void four_each(const float *in, float *out, int n, StencilCoefficients c) {
    int lane = threadIdx.x;                       // blockDim.x is 32
    int k = 4 * (blockIdx.x * 32 + lane);         // first of four points
    int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (j >= n - 1) return;                       // a whole warp
    bool stores = k < n;
    if (!stores) k = n - 4;                       // harmless
    int z = 1 + blockIdx.z * DEEP;
    int stop = min(z + DEEP, n - 1);
    size_t pl = (size_t)n * n, p = z * pl + (size_t)j * n + k;
    float4 d = load4(in + p - pl), m = load4(in + p);
    for (; z < stop; ++z, p += pl) {
        float4 u = load4(in + p + pl);
        float4 a = load4(in + p - n), b = load4(in + p + n);
        float l = __shfl_up_sync(ALL, m.w, 1), r = __shfl_down_sync(ALL, m.x, 1);
        if (lane == 0 && k > 0) l = in[p - 1];
        if (lane == 31 && k + 4 < n) r = in[p + 4];
        float4 v;
        v.x = dot7(c, m.x, l, m.y, a.x, b.x, d.x, u.x);
        v.y = dot7(c, m.y, m.x, m.z, a.y, b.y, d.y, u.y);
        v.z = dot7(c, m.z, m.y, m.w, a.z, b.z, d.z, u.z);
        v.w = dot7(c, m.w, m.z, r, a.w, b.w, d.w, u.w);
        if (stores) {
            float *o = out + p;
            if (k > 0 && k + 4 < n) {
                *(float4 *)o = v;
            } else {
                if (k > 0) o[0] = v.x;
                o[1] = v.y;
                o[2] = v.z;
                if (k + 4 < n) o[3] = v.w;
            }
        }
        d = m;
        m = u;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    // float4 needs addresses that are multiples of 16
    bool aligned = (uintptr_t)in % 16 == 0 && (uintptr_t)out % 16 == 0;
    if (aligned) { // <-- HERE
        dim3 b(32, 8), g(ceil_div(n, 128), ceil_div(n - 2, 8), ceil_div(n - 2, DEEP));
        four_each<<<g, b>>>(in, out, n, c);
    } else {
        dim3 b(32, 4, 2), g(ceil_div(n, 32), ceil_div(n, 4), ceil_div(n, 2));
        one_each<<<g, b>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
