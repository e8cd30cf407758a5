// WRONG: lanes of a warp do not wait between two planes of the march
// EXPECT test: 7.2/n=8
// EXPECT cause: the lanes of a warp wait for each other at a __syncwarp() alone

// Lab 7: a march of float4 in two rows. The lanes of a warp show each other the ends of their four points.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define LANES 32
#define TEAMS 8  // warps of a block
#define MARCH 6  // planes

__device__ __forceinline__ float apply(const StencilCoefficients &c, float o, float w, float e, float s, float n,
                                       float d, float u) {
    return c.c[0] * o + c.c[1] * w + c.c[2] * e + c.c[3] * s + c.c[4] * n + c.c[5] * d + c.c[6] * u;
}

__global__ void single_points(const float *__restrict__ in, float *__restrict__ out, int n,
                              StencilCoefficients c) {
    int x = 1 + LANES * blockIdx.x + threadIdx.x, y = 1 + TEAMS * blockIdx.y + threadIdx.y;
    bool interior = x < n - 1 && y < n - 1;
    if (!interior) return;
    size_t plane = (size_t)n * n;
    int begin = 1 + MARCH * blockIdx.z, end = min(begin + MARCH, n - 1);
    const float *p = in + begin * plane + (size_t)n * y + x;
    float d = *(p - plane), o = *p, u;
    for (int z = begin; z != end; ++z, p += plane) {
        u = p[plane];
        out[p - in] = apply(c, o, *(p - 1), *(p + 1), *(p - n), *(p + n), d, u);
        d = o;
        o = u;
    }
}

__device__ __forceinline__ float4 get4(const float *p) {
    return *reinterpret_cast<const float4 *>(p);
}

__device__ __forceinline__ void put4(float *p, float4 v, int x, int n) {
    if (x == 0 || x == n - 4) {
        if (x != 0) p[0] = v.x;
        p[1] = v.y;
        p[2] = v.z;
        if (x == 0) p[3] = v.w;
    } else {
        *reinterpret_cast<float4 *>(p) = v;
    }
}

__device__ __forceinline__ float4 four_sums(const StencilCoefficients &c, float4 o, float west, float east, float4 s,
                                            float4 n, float4 d, float4 u) {
    return make_float4(apply(c, o.x, west, o.y, s.x, n.x, d.x, u.x), apply(c, o.y, o.x, o.z, s.y, n.y, d.y, u.y),
                       apply(c, o.z, o.y, o.w, s.z, n.z, d.z, u.z), apply(c, o.w, o.z, east, s.w, n.w, d.w, u.w));
}

__global__ void groups_of_four(const float *__restrict__ in, float *__restrict__ out, int n,
                               StencilCoefficients c) {
    __shared__ float2 ends[TEAMS][2][LANES]; // of each lane's four points: the first, and the last
    int lane = threadIdx.x, team = threadIdx.y;
    int g = LANES * blockIdx.x + lane, y = 1 + 2 * (TEAMS * blockIdx.y + team);
    if (y >= n - 1) return; // a whole team
    bool stores = g < n / 4, second = y + 1 < n - 1; // is there a second row?
    int x = stores ? 4 * g : n - 4;

    size_t plane = (size_t)n * n;
    int begin = 1 + MARCH * blockIdx.z, end = min(begin + MARCH, n - 1);
    size_t p = begin * plane + (size_t)n * y + x;
    size_t over = second ? 2 * n : n; // from row y to the row behind the last
    float4 d0 = get4(in + p - plane), o0 = get4(in + p);
    float4 d1 = get4(in + p + n - plane), o1 = get4(in + p + n);
    bool from_west = lane == 0 && x > 0, from_east = lane == LANES - 1 && x + 4 < n;

    for (int z = begin; z < end; ++z) {
        float4 u0 = get4(in + p + plane), u1 = get4(in + p + n + plane);
        float4 south = get4(in + p - n), north = get4(in + p + over);
        float more0 = 0, more1 = 0;
        if (from_west || from_east) {
            const float *q = in + p + (from_west ? -1 : 4);
            more0 = q[0];
            more1 = q[n];
        }
        ends[team][0][lane] = make_float2(o0.x, o0.w);
        ends[team][1][lane] = make_float2(o1.x, o1.w);
        __syncwarp();
        float west0 = more0, west1 = more1, east0 = more0, east1 = more1;
        if (lane > 0) {
            west0 = ends[team][0][lane - 1].y;
            west1 = ends[team][1][lane - 1].y;
        }
        if (lane < LANES - 1) {
            east0 = ends[team][0][lane + 1].x;
            east1 = ends[team][1][lane + 1].x;
        }
        if (stores) {
            put4(out + p, four_sums(c, o0, west0, east0, south, o1, d0, u0), x, n);
            if (second) put4(out + p + n, four_sums(c, o1, west1, east1, o0, north, d1, u1), x, n);
        }
        d0 = o0;
        d1 = o1;
        o0 = u0;
        o1 = u1;
        p += plane;
    } // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n <= 2) return;
    dim3 block(LANES, TEAMS);
    int layers = ceil_div(n - 2, MARCH);
    if (n % 4 == 0 && n >= 8) {
        dim3 grid(ceil_div(n / 4, LANES), ceil_div(n - 2, 2 * TEAMS), layers);
        groups_of_four<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, LANES), ceil_div(n - 2, TEAMS), layers);
        single_points<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
