// WRONG: the plane after the next one is loaded ahead by a helper, in the last step too, where there is none
// EXPECT test: 7.2/n=8
// EXPECT pass: 7.1/n=67
// EXPECT check: out-of-bounds
// EXPECT cause: Only the last rounds of its loop go past the end
// EXPECT todo: 7.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

constexpr int DEPTH = 8;
constexpr int HIGH = 8;
constexpr unsigned ALL = ~0u;

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

struct Quad {
    float4 v;
    __device__ void load(const float *at) { v = *reinterpret_cast<const float4 *>(at); }
};

__global__ void pipelined(const float *in, float *out, int n, StencilCoefficients s) {
    int x = 4 * (blockIdx.x * 32 + threadIdx.x), y = 1 + blockIdx.y * HIGH + threadIdx.y;
    if (y >= n - 1) return;
    bool beyond = x >= n;
    if (beyond) x = n - 4;
    int z = 1 + blockIdx.z * DEPTH, end = min(z + DEPTH, n - 1);
    size_t plane = (size_t)n * n;
    size_t p = (z * (size_t)n + y) * n + x;
    Quad below, here, above, ahead; // z-1, z, z+1, z+2
    below.load(in + p - plane);
    here.load(in + p);
    above.load(in + p + plane);
    for (; z < end; ++z, p += plane) {
        Quad low, high;
        low.load(in + p - n);
        high.load(in + p + n);
        ahead.load(in + p + 2 * plane); // <-- HERE
        float w = __shfl_up_sync(ALL, here.v.w, 1), e = __shfl_down_sync(ALL, here.v.x, 1);
        if (threadIdx.x == 0 && x > 0) w = in[p - 1];
        if (threadIdx.x == 31 && x + 4 < n) e = in[p + 4];
        const float4 m = here.v;
        float4 r;
        r.x = s.c[1] * w + s.c[2] * m.y;
        r.y = s.c[1] * m.x + s.c[2] * m.z;
        r.z = s.c[1] * m.y + s.c[2] * m.w;
        r.w = s.c[1] * m.z + s.c[2] * e;
#define REST(f) r.f += s.c[0] * m.f + s.c[3] * low.v.f + s.c[4] * high.v.f + s.c[5] * below.v.f + s.c[6] * above.v.f
        REST(x);
        REST(y);
        REST(z);
        REST(w);
        if (!beyond) {
            if (x == 0) {
                out[p + 1] = r.y, out[p + 2] = r.z, out[p + 3] = r.w;
            } else if (x == n - 4) {
                out[p] = r.x, out[p + 1] = r.y, out[p + 2] = r.z;
            } else {
                *reinterpret_cast<float4 *>(out + p) = r;
            }
        }
        below = here;
        here = above;
        above = ahead;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 threads(32, HIGH);
    bool wide = n % 4 == 0 && n >= 8;
    dim3 blocks(ceil_div(wide ? n / 4 : n - 2, 32), ceil_div(n - 2, HIGH), ceil_div(n - 2, DEPTH));
    if (wide)
        pipelined<<<blocks, threads>>>(in, out, n, c);
    else
        plain_kernel<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
