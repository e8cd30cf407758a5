// RIGHT: a brick of rows and planes in the arrays of a struct

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

// ---- any n: one point a thread, a short march --------------------------------------------------------------

constexpr int kPlanesPlain = 4;

__global__ void narrow(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients w) {
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x > n - 2 || y > n - 2) return;
    const size_t plane = (size_t)n * n;
    auto at = [=](int z) { return z * plane + (size_t)y * n + x; };
    int z = 1 + blockIdx.z * kPlanesPlain;
    float under = in[at(z - 1)], mid = in[at(z)];
    for (int m = 0; m < kPlanesPlain && z <= n - 2; ++m, ++z) {
        const size_t p = at(z);
        const float over = in[at(z + 1)];
        out[p] = dot7(w, mid, in[p - 1], in[p + 1], in[p - n], in[p + n], under, over);
        under = mid;
        mid = over;
    }
}

void go_narrow(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 threads(32, 8);
    narrow<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8), ceil_div(n - 2, kPlanesPlain)), threads>>>(in, out, n, c);
}

// ---- n a multiple of 4: a brick of R rows and Z planes of float4 a thread ---------------------------------

template <int R, int Z> struct Brick {
    float4 cell[Z][R];      // the brick
    float4 low[Z], high[Z]; // the rows y-1 and y+R beside each of its planes
    float4 floor[R], roof[R];
    float edge[Z][R]; // the single points that the first and the last lane of a warp need

    __device__ __forceinline__ void load(const float *__restrict__ in, int n, int x, int y, int z, int lane) {
        // past the last row or plane the last one stands in
        auto where = [=](int row, int plane) {
            return ((size_t)min(plane, n - 1) * n + min(row, n - 1)) * n + x;
        };
        auto quad = [=](int row, int plane) { return *reinterpret_cast<const float4 *>(in + where(row, plane)); };
#pragma unroll
        for (int r = 0; r < R; ++r) floor[r] = quad(y + r, z - 1);
#pragma unroll
        for (int k = 0; k < Z; ++k) {
            low[k] = quad(y - 1, z + k);
#pragma unroll
            for (int r = 0; r < R; ++r) {
                cell[k][r] = quad(y + r, z + k);
                const bool west = lane == 0 && x > 0, east = lane == kWarp - 1 && x + 4 < n;
                const size_t p = where(y + r, z + k);
                edge[k][r] = west || east ? in[west ? p - 1 : p + 4] : 0.0f;
            }
            high[k] = quad(y + R, z + k);
        }
#pragma unroll
        for (int r = 0; r < R; ++r) roof[r] = quad(y + r, z + Z);
    }

    // Point (row r, plane k) of the brick, all lanes of the warp together.
    __device__ __forceinline__ float4 sum(const StencilCoefficients &w, int k, int r, int lane) const {
        const float4 m = cell[k][r];
        const float4 ym = r > 0 ? cell[k][r - 1] : low[k], yp = r + 1 < R ? cell[k][r + 1] : high[k];
        const float4 zm = k > 0 ? cell[k - 1][r] : floor[r], zp = k + 1 < Z ? cell[k + 1][r] : roof[r];
        float left = __shfl_up_sync(kAllLanes, m.w, 1), right = __shfl_down_sync(kAllLanes, m.x, 1);
        if (lane == 0) left = edge[k][r];
        if (lane == kWarp - 1) right = edge[k][r];
        return make_float4(dot7(w, m.x, left, m.y, ym.x, yp.x, zm.x, zp.x),
                           dot7(w, m.y, m.x, m.z, ym.y, yp.y, zm.y, zp.y),
                           dot7(w, m.z, m.y, m.w, ym.z, yp.z, zm.z, zp.z),
                           dot7(w, m.w, m.z, right, ym.w, yp.w, zm.w, zp.w));
    }
};

__device__ __forceinline__ void put_inside(float *q, int x, int n, const float4 &s) {
    if (x > 0 && x + 4 < n) {
        *reinterpret_cast<float4 *>(q) = s;
        return;
    }
    if (x > 0) q[0] = s.x;
    q[1] = s.y;
    q[2] = s.z;
    if (x + 4 < n) q[3] = s.w;
}

template <int R, int Z>
__global__ void wide(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients w) {
    const int lane = threadIdx.x;
    const int want = 4 * (blockIdx.x * kWarp + lane), x = min(want, n - 4);
    const int y = 1 + R * (blockIdx.y * blockDim.y + threadIdx.y), z = 1 + Z * blockIdx.z;
    if (y > n - 2) return; // the whole warp
    Brick<R, Z> brick;
    brick.load(in, n, x, y, z, lane);
#pragma unroll
    for (int k = 0; k < Z; ++k) {
#pragma unroll
        for (int r = 0; r < R; ++r) {
            const float4 s = brick.sum(w, k, r, lane);
            if (want < n && y + r <= n - 2 && z + k <= n - 2)
                put_inside(out + ((size_t)(z + k) * n + (y + r)) * n + x, x, n, s);
        }
    }
}

void go_wide(const float *in, float *out, int n, StencilCoefficients c) {
    constexpr int rows = 3, planes = 3, warps = 4;
    const dim3 blocks(ceil_div(n / 4, kWarp), ceil_div(n - 2, rows * warps), ceil_div(n - 2, planes));
    wide<rows, planes><<<blocks, dim3(kWarp, warps)>>>(in, out, n, c);
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
