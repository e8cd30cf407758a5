// RIGHT: lanes past the end of the row have left when the others shuffle: no lane that is left needs their values

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#include <cstddef>

namespace {

constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

// centre, then the two neighbours in x, in y, in z
__device__ __forceinline__ float dot7(const StencilCoefficients &w, float mid, float xm, float xp, float ym,
                                      float yp, float zm, float zp) {
    float s = w.c[0] * mid;
    s += w.c[1] * xm + w.c[2] * xp;
    s += w.c[3] * ym + w.c[4] * yp;
    s += w.c[5] * zm + w.c[6] * zp;
    return s;
}

// ---- any n: one point a thread, marching up in z with the next plane already on its way -------------------

constexpr int kSlab = 12;

__global__ void narrow(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients w) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= n - 1 || y >= n - 1) return;
    const ptrdiff_t layer = (ptrdiff_t)n * n;
    int z = 1 + blockIdx.z * kSlab;
    const int stop = min(z + kSlab, n - 1);
    const float *p = in + z * layer + (ptrdiff_t)y * n + x;
    float *q = out + (p - in);
    float lower = p[-layer], mid = p[0], upper = p[layer];
    for (; z < stop; ++z, p += layer, q += layer) {
        // what the next step needs as its upper value: asked for before this sum, so that nobody waits for it
        const float next = z + 1 < stop ? p[2 * layer] : 0.0f;
        *q = dot7(w, mid, p[-1], p[1], p[-n], p[n], lower, upper);
        lower = mid;
        mid = upper;
        upper = next;
    }
}

void go_narrow(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 threads(64, 4);
    const dim3 blocks(ceil_div(n - 2, 64), ceil_div(n - 2, 4), ceil_div(n - 2, kSlab));
    narrow<<<blocks, threads>>>(in, out, n, c);
}

// ---- n a multiple of 4: a march of float4, two warps side by side in a row of the block -------------------

#define LOAD4(place) (*reinterpret_cast<const float4 *>(&in[place]))

constexpr int kAcross = 64, kDown = 4, kClimb = 6;

__global__ void wide(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients w) {
    const int lane = threadIdx.x & (kWarp - 1);
    const int y = 1 + threadIdx.y + kDown * blockIdx.y;
    const int x = 4 * (threadIdx.x + kAcross * blockIdx.x);
    if (x >= n || y > n - 2) return;
    const int bottom = 1 + kClimb * blockIdx.z;
    const int top = min(bottom + kClimb, n - 1);
    const size_t plane = (size_t)n * n;
    size_t p = bottom * plane + (size_t)y * n + x;

    float4 down = LOAD4(p - plane), here = LOAD4(p);
    for (int z = bottom; z < top; ++z) {
        const float4 up = LOAD4(p + plane);
        const float4 north = LOAD4(p - n);
        const float4 south = LOAD4(p + n);
        const bool first = lane == 0 && x > 0, last = lane == kWarp - 1 && x + 4 < n;
        float own = 0;
        if (first || last) own = in[first ? p - 1 : p + 4];

        float west = __shfl_up_sync(kAllLanes, here.w, 1);
        float east = __shfl_down_sync(kAllLanes, here.x, 1);
        if (first) west = own;
        if (last) east = own;

        float4 r;
        r.x = dot7(w, here.x, west, here.y, north.x, south.x, down.x, up.x);
        r.y = dot7(w, here.y, here.x, here.z, north.y, south.y, down.y, up.y);
        r.z = dot7(w, here.z, here.y, here.w, north.z, south.z, down.z, up.z);
        r.w = dot7(w, here.w, here.z, east, north.w, south.w, down.w, up.w);

        if (x > 0 && x + 4 < n) {
            *reinterpret_cast<float4 *>(&out[p]) = r;
        } else {
            if (x > 0) out[p] = r.x;
            out[p + 1] = r.y;
            out[p + 2] = r.z;
            if (x + 4 < n) out[p + 3] = r.w;
        }
        down = here;
        here = up;
        p += plane;
    }
}

void go_wide(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 blocks(ceil_div(n, 4 * kAcross), ceil_div(n - 2, kDown), ceil_div(n - 2, kClimb));
    wide<<<blocks, dim3(kAcross, kDown)>>>(in, out, n, c);
}

} // namespace

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // nothing inside
    // n = 4 has one group of four with both ends of a row in it: that is for the narrow kernel
    if (n % 4 == 0 && n >= 8)
        go_wide(in, out, n, c);
    else
        go_narrow(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
