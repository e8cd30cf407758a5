// WRONG: the rows above a strip are loaded before the loop over strips
// EXPECT test: 8.1/n=67
// EXPECT cause: with the same again at the beginning of each

// Lab 8.
#include <stddef.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- 8.1: five points; a block takes strips of 8 rows, each gridDim.y strips below the last one ----
#define STRIP_ROWS 8
#define STRIPS_A_BLOCK 4

__global__ void plane_strips(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n - 1) return;
    const int strips = ceil_div(n - 2, STRIP_ROWS);
    int strip = blockIdx.y;
    const float *top = in + (size_t)(1 + strip * STRIP_ROWS) * n + x;
    float north = top[-n], mid = top[0]; // <-- HERE
    for (; strip < strips; strip += gridDim.y) {
        const int y0 = 1 + strip * STRIP_ROWS;
        const float *p = in + (size_t)y0 * n + x;
        float *q = out + (size_t)y0 * n + x;
#pragma unroll
        for (int r = 0; r < STRIP_ROWS; ++r, p += n, q += n) {
            if (y0 + r > n - 2) break;
            const float south = p[n];
            *q = c.c[0] * mid + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * north + c.c[4] * south;
            north = mid;
            mid = south;
        }
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(128);
    dim3 grid(ceil_div(n - 2, 128), ceil_div(ceil_div(n - 2, STRIP_ROWS), STRIPS_A_BLOCK));
    plane_strips<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 8.2: 13 points; a thread computes the points (x, y) and (x, y+1), plane by plane ----
constexpr int PLANES_A_MARCH = 8;

// The coefficients of the points at distance d (1 or 2) on both sides along an axis (0 = x, 1 = y, 2 = z).
struct Arm {
    const FourthCoefficients &c;
    int axis;
    __device__ float minus(int d) const { return c.c[4 * axis + 3 - d]; }
    __device__ float plus(int d) const { return c.c[4 * axis + 2 + d]; }
    // The share of this axis: value(-2), value(-1), value(1), value(2).
    template <class Value> __device__ float sum(Value value) const {
        float s = 0;
#pragma unroll
        for (int d = 1; d <= 2; ++d) s += minus(d) * value(-d) + plus(d) * value(d);
        return s;
    }
};

__global__ void fourth_pairs(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    const int x = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 2 + 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x > n - 3 || y > n - 3) return;
    const bool second = y + 1 <= n - 3; // is (x, y+1) a point to compute?
    const size_t slice = (size_t)n * n;
    const int z0 = 2 + blockIdx.z * PLANES_A_MARCH, z1 = min(z0 + PLANES_A_MARCH, n - 2);
    const int beyond = min(y + 3, n - 1); // row y+3, where the grid has it

    float col[2][5]; // planes z-2 .. z+2 of both columns
#pragma unroll
    for (int q = 0; q < 2; ++q)
#pragma unroll
        for (int m = 0; m < 4; ++m) col[q][m] = in[(z0 - 2 + m) * slice + (size_t)(y + q) * n + x];
    for (int z = z0; z < z1; ++z) {
        const float *plane = in + z * slice;
        const float *row = plane + (size_t)y * n + x;
#pragma unroll
        for (int q = 0; q < 2; ++q) col[q][4] = row[2 * slice + q * n];
        const float ys[6] = {row[-2 * n], row[-n], col[0][2], col[1][2], row[2 * n], plane[(size_t)beyond * n + x]};
        float s[2];
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            s[q] = c.c[0] * col[q][2];
            s[q] += Arm{c, 0}.sum([&](int d) { return row[q * n + d]; });
            s[q] += Arm{c, 1}.sum([&](int d) { return ys[2 + q + d]; });
            s[q] += Arm{c, 2}.sum([&](int d) { return col[q][2 + d]; });
        }
        float *o = out + z * slice + (size_t)y * n + x;
        o[0] = s[0];
        if (second) o[n] = s[1];
#pragma unroll
        for (int q = 0; q < 2; ++q)
#pragma unroll
            for (int m = 0; m < 4; ++m) col[q][m] = col[q][m + 1];
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(n - 4, 32), ceil_div(n - 4, 16), ceil_div(n - 4, PLANES_A_MARCH));
    fourth_pairs<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 8.3: seven points in double; two planes in shared memory take turns, so that one barrier a step is enough ----
namespace seven {
constexpr int W = 32, H = 16, DEEP = 30;

__global__ void two_buffers(const double *__restrict__ in, double *__restrict__ out, int n, DoubleCoefficients c) {
    __shared__ double buffer[2][H][W];
    const int u = threadIdx.x, v = threadIdx.y;
    const int x = blockIdx.x * (W - 2) + u, y = blockIdx.y * (H - 2) + v;
    const bool there = x < n && y < n;
    const bool sums = u >= 1 && u <= W - 2 && v >= 1 && v <= H - 2 && x <= n - 2 && y <= n - 2;
    const size_t layer = (size_t)n * n;
    const int first = blockIdx.z * DEEP + 1, end = min(first + DEEP, n - 1);
    size_t p = first * layer + (size_t)y * n + x;

    double before = 0, now = 0, after = 0;
    if (there) {
        before = in[p - layer];
        now = in[p];
    }
    int turn = 0;
    buffer[turn][v][u] = now;
    __syncthreads();
    for (int z = first; z < end; ++z, p += layer) {
        if (there) after = in[p + layer];
        buffer[1 - turn][v][u] = after; // for the next step; nobody reads this buffer in this one
        if (sums) {
            const double(*b)[W] = buffer[turn];
            out[p] = c.c[0] * now + c.c[1] * b[v][u - 1] + c.c[2] * b[v][u + 1] + c.c[3] * b[v - 1][u] +
                     c.c[4] * b[v + 1][u] + c.c[5] * before + c.c[6] * after;
        }
        __syncthreads(); // the next plane is complete, and nobody needs this one any more
        turn = 1 - turn;
        before = now;
        now = after;
    }
}
} // namespace seven

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    using namespace seven;
    dim3 block(W, H);
    dim3 grid(ceil_div(n - 2, W - 2), ceil_div(n - 2, H - 2), ceil_div(n - 2, DEEP));
    two_buffers<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
