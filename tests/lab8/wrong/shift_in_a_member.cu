// WRONG: a member function shifts a column from its wrong end
// EXPECT test: 8.2/n=7
// EXPECT cause: The term for the centre uses
// Lab 8, my version
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// The values of one column that a sum needs, N of them, oldest first.
template <typename T, int N> struct Column {
    T v[N];
    // drops the oldest and appends a new one
    __device__ __forceinline__ void push(T fresh) {
#pragma unroll
        for (int m = N - 1; m > 0; --m) v[m - 1] = v[m]; // <-- HERE
        v[N - 1] = fresh;
    }
    __device__ __forceinline__ const T &operator[](int m) const { return v[m]; }
};

// ---- five points -------------------------------------------------------------------------------------------

#define P_ROWS 8

__global__ void five_points(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int y = blockIdx.y * P_ROWS + 1;
    if (x > n - 2) return;
    const int y_end = min(y + P_ROWS, n - 1);
    size_t p = (size_t)y * n + x;
    float up = in[p - n], mid = in[p];
    for (; y < y_end; ++y, p += n) {
        const float down = in[p + n];
        out[p] = c.c[0] * mid + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * up + c.c[4] * down;
        up = mid;
        mid = down;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    five_points<<<dim3(ceil_div(n - 2, 128), ceil_div(n - 2, P_ROWS)), 128>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 13 points ---------------------------------------------------------------------------------------------

enum { PAIRS = 32, LINES = 8, MARCH = 16 };

template <bool ALIGNED> struct Pair {
    __device__ static float2 get(const float *p) {
        if (ALIGNED) return *(const float2 *)p;
        return make_float2(p[0], p[1]);
    }
    __device__ static void put(float *p, float2 v, bool both) {
        if (ALIGNED) { // n is even, so there is no half pair
            *(float2 *)p = v;
            return;
        }
        p[0] = v.x;
        if (both) p[1] = v.y;
    }
};

__device__ __forceinline__ void add(float2 &sum, float w, float2 v) {
    sum.x += w * v.x;
    sum.y += w * v.y;
}

template <bool ALIGNED>
__global__ void thirteen_points(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    typedef Pair<ALIGNED> P;
    const int x = 2 + 2 * (blockIdx.x * PAIRS + threadIdx.x);
    const int y = 2 + blockIdx.y * LINES + threadIdx.y;
    const int z_begin = 2 + blockIdx.z * MARCH, z_end = min(z_begin + MARCH, n - 2);
    if (x >= n - 2 || y >= n - 2) return;
    const bool both = x + 1 < n - 2;
    const ptrdiff_t slab = (ptrdiff_t)n * n;
    const float *at = in + z_begin * slab + y * n + x;
    float *to = out + (at - in);

    Column<float2, 5> z; // z-2 .. z+2
    z.v[1] = P::get(at - 2 * slab);
    z.v[2] = P::get(at - slab);
    z.v[3] = P::get(at);
    z.v[4] = P::get(at + slab);
    for (int i = z_begin; i < z_end; ++i) {
        z.push(P::get(at + 2 * slab));
        const float2 l = P::get(at - 2), m = z[2], r = P::get(at + 2);
        float2 sum = make_float2(c.c[0] * m.x, c.c[0] * m.y);
        add(sum, c.c[1], l);
        add(sum, c.c[2], make_float2(l.y, m.x));
        add(sum, c.c[3], make_float2(m.y, r.x));
        add(sum, c.c[4], r);
        add(sum, c.c[5], P::get(at - 2 * n));
        add(sum, c.c[6], P::get(at - n));
        add(sum, c.c[7], P::get(at + n));
        add(sum, c.c[8], P::get(at + 2 * n));
        add(sum, c.c[9], z[0]);
        add(sum, c.c[10], z[1]);
        add(sum, c.c[11], z[3]);
        add(sum, c.c[12], z[4]);
        P::put(to, sum, both);
        at += slab;
        to += slab;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(PAIRS, LINES);
    dim3 grid(ceil_div(n - 4, 2 * PAIRS), ceil_div(n - 4, LINES), ceil_div(n - 4, MARCH));
    if (n & 1) {
        thirteen_points<false><<<grid, block>>>(in, out, n, c);
    } else {
        thirteen_points<true><<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}

// ---- seven points in double --------------------------------------------------------------------------------

enum { SIDE = 32, USED = SIDE - 2, DEPTH = 30 };

__global__ void seven_points(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double show[2][SIDE][SIDE]; // in turn
    const int i = threadIdx.y, k = threadIdx.x;
    const int x = blockIdx.x * USED + k, y = blockIdx.y * USED + i;
    const int z_begin = blockIdx.z * DEPTH + 1, z_end = min(z_begin + DEPTH, n - 1);
    const bool in_grid = x < n && y < n;
    const bool computes = k % (SIDE - 1) != 0 && i % (SIDE - 1) != 0 && x < n - 1 && y < n - 1;
    const int slab = n * n;
    int p = z_begin * slab + y * n + x;
    double last = in_grid ? in[p - slab] : 0.0, here = in_grid ? in[p] : 0.0;
    for (int z = z_begin; z < z_end; ++z, p += slab) {
        double(*plane)[SIDE] = show[z % 2];
        plane[i][k] = here;
        const double next = in_grid ? in[p + slab] : 0.0;
        __syncthreads();
        if (computes)
            out[p] = c.c[0] * here + c.c[1] * plane[i][k - 1] + c.c[2] * plane[i][k + 1] + c.c[3] * plane[i - 1][k] +
                     c.c[4] * plane[i + 1][k] + c.c[5] * last + c.c[6] * next;
        last = here;
        here = next;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    const int tiles = ceil_div(n - 2, USED);
    seven_points<<<dim3(tiles, tiles, ceil_div(n - 2, DEPTH)), dim3(SIDE, SIDE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
