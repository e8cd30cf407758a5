// WRONG: the rows beside the next plane are loaded into what the sums of this one still read
// EXPECT score: 35
// EXPECT cause: at y-1, z+1

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

// ---- any n: the interior of a plane as one long line of cells, the planes dealt out in equal slabs --------

constexpr int kLine = 256;
constexpr int kMostSlabs = 16;

__global__ void narrow(const float *__restrict__ in, float *__restrict__ out, int n, int depth,
                       StencilCoefficients w) {
    const int side = n - 2;
    const int cell = blockIdx.x * kLine + threadIdx.x;
    if (cell >= side * side) return;
    const int x = 1 + cell % side, y = 1 + cell / side;
    const int z0 = 1 + blockIdx.y * depth;
    const int z1 = blockIdx.y + 1 == gridDim.y ? n - 1 : z0 + depth; // the last slab takes the rest, too
    const size_t plane = (size_t)n * n;
    size_t at = z0 * plane + (size_t)y * n + x;
    float column[3] = {in[at - plane], in[at], 0};
    for (int z = z0; z < z1; ++z) {
        column[2] = in[at + plane];
        out[at] = dot7(w, column[1], in[at - 1], in[at + 1], in[at - n], in[at + n], column[0], column[2]);
        column[0] = column[1];
        column[1] = column[2];
        at += plane;
    }
}

void go_narrow(const float *in, float *out, int n, StencilCoefficients c) {
    const int side = n - 2;
    const int slabs = side < kMostSlabs ? side : kMostSlabs;
    const dim3 blocks(ceil_div(side * side, kLine), slabs);
    narrow<<<blocks, kLine>>>(in, out, n, side / slabs, c);
}

// ---- n a multiple of 4: two rows of float4 a thread, and all loads of a step come one step ahead ----------

constexpr int kRise = 8, kTeams = 8;

struct Plane2 { // a thread's share of one plane
    float4 near_row, far_row; // the rows y and y+1
};

__device__ __forceinline__ float4 grab(const float *p) { return *reinterpret_cast<const float4 *>(p); }

__device__ __forceinline__ Plane2 grab_two(const float *p, int n) { return Plane2{grab(p), grab(p + n)}; }

// One row of four sums, stored where it is interior. All lanes of the warp call it.
__device__ __forceinline__ void finish_row(float *q, int x, int n, bool stores, const StencilCoefficients &w,
                                           float4 m, float4 ym, float4 yp, float4 zm, float4 zp, float edge) {
    const int lane = threadIdx.x;
    float l = __shfl_up_sync(kAllLanes, m.w, 1);
    float r = __shfl_down_sync(kAllLanes, m.x, 1);
    l = lane == 0 ? edge : l;
    r = lane == kWarp - 1 ? edge : r;
    const float a = dot7(w, m.x, l, m.y, ym.x, yp.x, zm.x, zp.x);
    const float b = dot7(w, m.y, m.x, m.z, ym.y, yp.y, zm.y, zp.y);
    const float c = dot7(w, m.z, m.y, m.w, ym.z, yp.z, zm.z, zp.z);
    const float d = dot7(w, m.w, m.z, r, ym.w, yp.w, zm.w, zp.w);
    if (!stores) return;
    if (x == 0) {
        q[1] = b, q[2] = c, q[3] = d;
    } else if (x == n - 4) {
        q[0] = a, q[1] = b, q[2] = c;
    } else {
        *reinterpret_cast<float4 *>(q) = make_float4(a, b, c, d);
    }
}

__global__ void wide(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients w) {
    const int lane = threadIdx.x;
    const int column = 4 * (lane + kWarp * blockIdx.x);
    const bool stores = column < n;
    const int x = stores ? column : n - 4;
    const int y = 1 + 2 * (threadIdx.y + kTeams * blockIdx.y); // n is even: y+1 is inside where y is
    if (y > n - 2) return;
    int z = 1 + kRise * blockIdx.z;
    const int stop = min(z + kRise, n - 1);
    const ptrdiff_t layer = (ptrdiff_t)n * n;
    const float *p = in + z * layer + (ptrdiff_t)y * n + x;
    float *q = out + (p - in);
    const int lone = lane == 0 && x > 0 ? -1 : lane == kWarp - 1 && x < n - 4 ? 4 : 0;

    Plane2 under = grab_two(p - layer, n), mid = grab_two(p, n), over = grab_two(p + layer, n);
    float4 low = grab(p - n), high = grab(p + 2 * n); // the rows y-1 and y+2
    float edge0 = lone ? p[lone] : 0, edge1 = lone ? p[n + lone] : 0;
    for (; z < stop; ++z) {
        const bool more = z + 1 < stop;
        // the next step's loads
        Plane2 ahead = over;
        float ahead0 = 0, ahead1 = 0;
        if (more) {
            ahead = grab_two(p + 2 * layer, n);
            low = grab(p + layer - n); // <-- HERE
            high = grab(p + layer + 2 * n);
            if (lone) ahead0 = p[layer + lone], ahead1 = p[layer + n + lone];
        }
        // this step's sums
        finish_row(q, x, n, stores, w, mid.near_row, low, mid.far_row, under.near_row, over.near_row, edge0);
        finish_row(q + n, x, n, stores, w, mid.far_row, mid.near_row, high, under.far_row, over.far_row, edge1);
        // one plane up
        under = mid, mid = over, over = ahead;
        edge0 = ahead0, edge1 = ahead1;
        p += layer, q += layer;
    }
}

void go_wide(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 blocks(ceil_div(n / 4, kWarp), ceil_div((n - 2) / 2, kTeams), ceil_div(n - 2, kRise));
    wide<<<blocks, dim3(kWarp, kTeams)>>>(in, out, n, c);
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
