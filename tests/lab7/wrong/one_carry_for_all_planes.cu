// WRONG: the carry has an element for each row, and none for each plane
// EXPECT test: 7.2/n=132
// EXPECT cause: goes through it again in each of its rounds

// Lab 7. A warp walks along its rows, 128 points at a time: what its last lane held in one step is the left neighbour of
// lane 0 in the next one, so that only the right ends are loaded.
#include <stddef.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { WARPS = 8, PLAIN_DEPTH = 4, ROWS = 2, PLANES = 4, CHUNK = 128 };

// ---- any n: one point a thread ----
__global__ void any_size(const float *__restrict__ src, float *__restrict__ dst, int n, StencilCoefficients co) {
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x + 1 >= n || y + 1 >= n) return;
    const size_t slab = (size_t)n * n;
    const int z_begin = 1 + PLAIN_DEPTH * blockIdx.z;
    const float *s = src + z_begin * slab + (size_t)y * n + x;
    float *d = dst + (s - src);
    float back = s[-(ptrdiff_t)slab], mid = s[0];
    for (int z = z_begin; z < z_begin + PLAIN_DEPTH && z < n - 1; ++z) {
        const float front = s[slab];
        *d = co.c[0] * mid + co.c[1] * s[-1] + co.c[2] * s[1] + co.c[3] * s[-n] + co.c[4] * s[n] + co.c[5] * back +
             co.c[6] * front;
        back = mid, mid = front;
        s += slab, d += slab;
    }
}

// ---- n a multiple of 4 ----
__device__ __forceinline__ float weigh(const StencilCoefficients &co, float m, float xm, float xp, float ym, float yp, float zm,
                                       float zp) {
    return co.c[0] * m + co.c[1] * xm + co.c[2] * xp + co.c[3] * ym + co.c[4] * yp + co.c[5] * zm + co.c[6] * zp;
}

__global__ void along_rows(const float *__restrict__ src, float *__restrict__ dst, int n, StencilCoefficients co) {
    const unsigned everyone = 0xffffffff;
    const int lane = threadIdx.x;
    const int y0 = 1 + ROWS * (blockIdx.x * WARPS + threadIdx.y);
    const int z0 = 1 + PLANES * blockIdx.y;
    if (y0 > n - 2) return; // the same for all lanes of a warp

    // Where the rows of the brick and of its faces begin, in floats.
    auto row = [=](int k, int r) {
        const int z = z0 + k - 1 < n ? z0 + k - 1 : n - 1, y = y0 + r - 1 < n ? y0 + r - 1 : n - 1;
        return ((size_t)z * n + y) * n;
    };
    float carry[ROWS] = {}; // the point before this step's first one, of every row of the brick // <-- HERE

    for (int begin = 0; begin < n; begin += CHUNK) {
        const int wanted = begin + 4 * lane;
        const int x = wanted < n ? wanted : n - 4;
        float4 at[PLANES + 2][ROWS + 2];
        float behind[PLANES][ROWS];
#pragma unroll
        for (int k = 0; k < PLANES + 2; ++k)
#pragma unroll
            for (int r = 0; r < ROWS + 2; ++r) {
                const bool k_in = k >= 1 && k <= PLANES, r_in = r >= 1 && r <= ROWS;
                if (k_in || r_in) at[k][r] = *reinterpret_cast<const float4 *>(src + row(k, r) + x);
                if (k_in && r_in) behind[k - 1][r - 1] = lane == 31 && x + 4 < n ? src[row(k, r) + x + 4] : 0.0f;
            }
#pragma unroll
        for (int k = 1; k <= PLANES; ++k)
#pragma unroll
            for (int r = 1; r <= ROWS; ++r) {
                const float4 m = at[k][r];
                float left = __shfl_up_sync(everyone, m.w, 1);
                float right = __shfl_down_sync(everyone, m.x, 1);
                float &last_one = carry[r - 1];
                if (lane == 0) left = last_one;
                if (lane == 31) right = behind[k - 1][r - 1];
                last_one = __shfl_sync(everyone, m.w, 31); // for the next step
                if (wanted >= n || y0 + r - 1 > n - 2 || z0 + k - 1 > n - 2) continue;
                const float4 ym = at[k][r - 1], yp = at[k][r + 1], zm = at[k - 1][r], zp = at[k + 1][r];
                float4 sum;
                sum.x = weigh(co, m.x, left, m.y, ym.x, yp.x, zm.x, zp.x);
                sum.y = weigh(co, m.y, m.x, m.z, ym.y, yp.y, zm.y, zp.y);
                sum.z = weigh(co, m.z, m.y, m.w, ym.z, yp.z, zm.z, zp.z);
                sum.w = weigh(co, m.w, m.z, right, ym.w, yp.w, zm.w, zp.w);
                float *o = dst + row(k, r) + x;
                if (x > 0 && x < n - 4) {
                    *reinterpret_cast<float4 *>(o) = sum;
                } else {
                    if (x > 0) o[0] = sum.x;
                    o[1] = sum.y, o[2] = sum.z;
                    if (x < n - 4) o[3] = sum.w;
                }
            }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(32, WARPS);
    if (n >= 8 && n % 4 == 0) {
        dim3 grid(ceil_div(n - 2, WARPS * ROWS), ceil_div(n - 2, PLANES));
        along_rows<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, 32), ceil_div(n - 2, WARPS), ceil_div(n - 2, PLAIN_DEPTH));
        any_size<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
