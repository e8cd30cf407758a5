// WRONG: threads that compute nothing load nothing, though the tile needs the boundary
// EXPECT test: 8.2/n=12
// EXPECT cause: a thread loads no value for a point on the boundary

// Lab 8.
#include <stddef.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- 8.1: five points; a warp has 32 columns, its lanes 1 .. 30 compute, x-1 and x+1 come by shuffles ----
constexpr int WARPS_X = 4, WARPS_Y = 2, STRIP = 4;
constexpr int STEP = WARPS_X * 30; // columns that a block computes

__global__ void plane_by_shuffles(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int x = blockIdx.x * STEP + warp * 30 + lane;
    const bool computes = lane >= 1 && lane <= 30 && x <= n - 2;
    const int y = 1 + STRIP * (blockIdx.y * WARPS_Y + threadIdx.y);
    if (y > n - 2 || x - lane > n - 3) return; // whole warps only: the shuffles need all lanes

    float v[STRIP + 2]; // rows y-1 .. y+STRIP of this column, past the grid the last one again
#pragma unroll
    for (int r = 0; r < STRIP + 2; ++r) v[r] = in[(size_t)min(y - 1 + r, n - 1) * n + min(x, n - 1)];
#pragma unroll
    for (int r = 1; r <= STRIP; ++r) {
        const float west = __shfl_up_sync(0xffffffffu, v[r], 1), east = __shfl_down_sync(0xffffffffu, v[r], 1);
        if (computes && y + r - 1 <= n - 2)
            out[(size_t)(y + r - 1) * n + x] =
                c.c[0] * v[r] + c.c[1] * west + c.c[2] * east + c.c[3] * v[r - 1] + c.c[4] * v[r + 1];
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(32 * WARPS_X, WARPS_Y);
    dim3 grid(ceil_div(n - 2, STEP), ceil_div(n - 2, STRIP * WARPS_Y));
    plane_by_shuffles<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 8.2: 13 points; the plane in shared memory with its halo, five planes of the own column in registers ----
enum { BX = 32, BY = 16, REACH = 2, MARCH = 22 };

__global__ void fourth_tiled(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    __shared__ float tile[BY + 2 * REACH][BX + 2 * REACH];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = REACH + blockIdx.x * BX + tx, y = REACH + blockIdx.y * BY + ty; // every thread has a point inside the halo
    const bool computes = x < n - REACH && y < n - REACH;
    const bool holds = computes; // has this thread a value for its own cell? // <-- HERE
    const size_t slice = (size_t)n * n;
    const int z0 = REACH + blockIdx.z * MARCH, z1 = min(z0 + MARCH, n - REACH);
    const size_t own = (size_t)y * n + x;
    float *cell = &tile[ty + REACH][tx + REACH];
    const int W = BX + 2 * REACH; // cells of a row of the tile

    float w[5];
#pragma unroll
    for (int m = 0; m < 4; ++m) w[m] = holds ? in[(z0 - 2 + m) * slice + own] : 0;
    for (int z = z0; z < z1; ++z) {
        const float *plane = in + z * slice;
        w[4] = holds ? plane[2 * slice + own] : 0;
        *cell = w[2];
        if (ty < REACH && x < n) { // the rows above the block and below it
            cell[-REACH * W] = plane[own - (size_t)REACH * n];
            if (y + BY < n) cell[BY * W] = plane[own + (size_t)BY * n];
        }
        if (tx < REACH && y < n) { // the columns left and right of it
            cell[-REACH] = plane[own - REACH];
            if (x + BX < n) cell[BX] = plane[own + BX];
        }
        __syncthreads();
        if (computes) {
            float s = c.c[0] * w[2];
            s += c.c[1] * cell[-2] + c.c[2] * cell[-1] + c.c[3] * cell[1] + c.c[4] * cell[2];
            s += c.c[5] * cell[-2 * W] + c.c[6] * cell[-W] + c.c[7] * cell[W] + c.c[8] * cell[2 * W];
            s += c.c[9] * w[0] + c.c[10] * w[1] + c.c[11] * w[3] + c.c[12] * w[4];
            out[z * slice + own] = s;
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 4; ++m) w[m] = w[m + 1];
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(BX, BY);
    dim3 grid(ceil_div(n - 4, BX), ceil_div(n - 4, BY), ceil_div(n - 4, MARCH));
    fourth_tiled<<<grid, block>>>(in, out, n, c);
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
