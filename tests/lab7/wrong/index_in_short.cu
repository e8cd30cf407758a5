// WRONG: y*n + x of a plane in a short: wrong from n = 182 on
// EXPECT test: 7.1/n=257..259/2
// EXPECT test: 7.2/n=260..264/4
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"
#define SEVEN(c, ce, l, r, lo, hi, be, ab) ((c).c[0] * (ce) + (c).c[1] * (l) + (c).c[2] * (r) + (c).c[3] * (lo) + (c).c[4] * (hi) + (c).c[5] * (be) + (c).c[6] * (ab))
__global__ void wide(const float *in, float *out, int n, StencilCoefficients c) {
    int g = threadIdx.x, x = 4 * g, y = 1 + blockIdx.x, z0 = 1 + 8 * blockIdx.y, z1 = min(z0 + 8, n - 1);
    for (x = 4 * g; x - 4 * g < n; x += 128) {
        bool here = x < n;
        short q = (short)(y * n + (here ? x : n - 4));
        size_t plane = (size_t)n * n, p = z0 * plane + q;
        float4 be = *(const float4 *)(in + p - plane), ce = *(const float4 *)(in + p);
        for (int z = z0; z < z1; ++z, p += plane) {
            float4 ab = *(const float4 *)(in + p + plane), lo = *(const float4 *)(in + p - n), hi = *(const float4 *)(in + p + n);
            float l = __shfl_up_sync(~0u, ce.w, 1), r = __shfl_down_sync(~0u, ce.x, 1);
            if (g == 0 && x > 0) l = in[p - 1];
            if (g == 31 && x + 4 < n) r = in[p + 4];
            float4 s = {SEVEN(c, ce.x, l, ce.y, lo.x, hi.x, be.x, ab.x), SEVEN(c, ce.y, ce.x, ce.z, lo.y, hi.y, be.y, ab.y), SEVEN(c, ce.z, ce.y, ce.w, lo.z, hi.z, be.z, ab.z), SEVEN(c, ce.w, ce.z, r, lo.w, hi.w, be.w, ab.w)};
            if (here) {
                if (x == 0) out[p + 1] = s.y, out[p + 2] = s.z, out[p + 3] = s.w;
                else if (x + 4 == n) out[p] = s.x, out[p + 1] = s.y, out[p + 2] = s.z;
                else *(float4 *)(out + p) = s;
            }
            be = ce, ce = ab;
        }
    }
}
__global__ void plain(const float *in, float *out, int n, StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * 32, y = 1 + blockIdx.y, z = 1 + blockIdx.z;
    if (x > n - 2) return;
    short q = (short)(y * n + x);
    size_t p = (size_t)z * n * n + q;
    out[p] = SEVEN(c, in[p], in[p - 1], in[p + 1], in[p - n], in[p + n], in[p - n * n], in[p + n * n]);
}
extern "C" void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    if (n % 4 || n == 4) plain<<<dim3(ceil_div(n - 2, 32), n - 2, n - 2), 32>>>(in, out, n, c);
    else wide<<<dim3(n - 2, ceil_div(n - 2, 8)), 32>>>(in, out, n, c);
}
