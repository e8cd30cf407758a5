// RIGHT: lanes past the row leave before a shuffle with the full mask; nobody uses what these lanes have
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A march of float4: z-1, the centre and z+1 in registers, y-1 and y+1 from the cache, x by shuffles.
enum { LANES = 32, LINES = 8, DEPTH = 8 };

__global__ void any_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    int x = 1 + blockIdx.x * LANES + threadIdx.x, y = 1 + blockIdx.y * LINES + threadIdx.y;
    if (x >= n - 1 || y >= n - 1) return;
    const int z0 = 1 + blockIdx.z * DEPTH, z1 = min(z0 + DEPTH, n - 1);
    const long plane = (long)n * n;
    const float *q = in + z0 * plane + (long)y * n + x;
    float a = q[-plane], b = q[0];
    for (int z = z0; z < z1; ++z, q += plane) {
        float d = q[plane];
        out[q - in] = c.c[0] * b + c.c[1] * q[-1] + c.c[2] * q[1] + c.c[3] * q[-n] + c.c[4] * q[n] + c.c[5] * a +
                      c.c[6] * d;
        a = b;
        b = d;
    }
}

__device__ inline float4 load4(const float *p) {
    return *reinterpret_cast<const float4 *>(p);
}

__device__ inline float one(const StencilCoefficients &c, float m, float l, float r, float s, float t, float u,
                            float v) {
    return c.c[0] * m + c.c[1] * l + c.c[2] * r + c.c[3] * s + c.c[4] * t + c.c[5] * u + c.c[6] * v;
}

__global__ void four_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    const int lane = threadIdx.x;
    const int x = 4 * (blockIdx.x * LANES + lane);
    const int y = 1 + blockIdx.y * LINES + threadIdx.y;
    if (y > n - 2) return; // the whole warp
    if (x >= n) return;    // no points left for this lane // <-- HERE
    const int z0 = 1 + blockIdx.z * DEPTH, z1 = min(z0 + DEPTH, n - 1);
    const size_t plane = (size_t)n * n;
    size_t p = z0 * plane + (size_t)y * n + x;
    const bool first = x == 0, last = x + 4 == n;

    float4 a = load4(in + p - plane), b = load4(in + p);
    for (int z = z0; z < z1; ++z, p += plane) {
        const float4 d = load4(in + p + plane), s = load4(in + p - n), t = load4(in + p + n);
        float end = 0;
        if (lane == 0 && !first) end = in[p - 1];
        if (lane == LANES - 1 && !last) end = in[p + 4];
        float l = __shfl_up_sync(~0u, b.w, 1);
        float r = __shfl_down_sync(~0u, b.x, 1);
        if (lane == 0) l = end;
        if (lane == LANES - 1) r = end;
        const float4 v = {one(c, b.x, l, b.y, s.x, t.x, a.x, d.x), one(c, b.y, b.x, b.z, s.y, t.y, a.y, d.y),
                          one(c, b.z, b.y, b.w, s.z, t.z, a.z, d.z), one(c, b.w, b.z, r, s.w, t.w, a.w, d.w)};
        if (!first && !last) {
            *reinterpret_cast<float4 *>(out + p) = v;
        } else {
            if (!first) out[p] = v.x;
            out[p + 1] = v.y;
            out[p + 2] = v.z;
            if (!last) out[p + 3] = v.w;
        }
        a = b;
        b = d;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const dim3 block(LANES, LINES);
    if (n % 4 || n == 4)
        any_kernel<<<dim3(ceil_div(n - 2, LANES), ceil_div(n - 2, LINES), ceil_div(n - 2, DEPTH)), block>>>(in, out,
                                                                                                          n, c);
    else
        four_kernel<<<dim3(ceil_div(n, 4 * LANES), ceil_div(n - 2, LINES), ceil_div(n - 2, DEPTH)), block>>>(
            in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
