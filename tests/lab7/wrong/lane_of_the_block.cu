// WRONG: the lane is counted by the width of the block, 64
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: but a warp has 32 lanes
// EXPECT todo: 7.2

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum { BLOCK_X = 64, BLOCK_Y = 4, ROWS = 2, PLANES = 4, WARP = 32 };
constexpr unsigned ALL = 0xffffffffu;

// place of a thread in its warp
__device__ int lane() { return threadIdx.x & (BLOCK_X - 1); } // <-- HERE

__device__ float seven_points(const StencilCoefficients &c, float m, float l, float r, float lo, float hi, float b,
                              float a) {
    return c.c[0] * m + c.c[1] * l + c.c[2] * r + c.c[3] * lo + c.c[4] * hi + c.c[5] * b + c.c[6] * a;
}

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    if (x > n - 2 || y > n - 2) return;
    int z = 1 + blockIdx.z * PLANES;
    int end = min(z + PLANES, n - 1);
    const size_t plane = (size_t)n * n;
    const float *i = in + z * plane + (size_t)y * n + x;
    float *o = out + (i - in);
    float below = *(i - plane), here = *i;
    while (z < end) {
        float above = *(i + plane);
        *o = seven_points(c, here, *(i - 1), *(i + 1), *(i - n), *(i + n), below, above);
        below = here;
        here = above;
        i += plane;
        o += plane;
        ++z;
    }
}

__device__ float4 load_four(const float *__restrict__ in, size_t p) { return reinterpret_cast<const float4 *>(in)[p / 4]; }

__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    if (x == 0) {
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
        out[p + 3] = sum.w;
    } else if (x == n - 4) {
        out[p] = sum.x;
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
    } else {
        reinterpret_cast<float4 *>(out)[p / 4] = sum;
    }
}

__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    if (lane() == 0) return x > 0 ? in[p - 1] : 0;
    if (lane() == WARP - 1) return x + 4 < n ? in[p + 4] : 0;
    return 0;
}

__device__ float2 take_sides(float4 here, float end) {
    float before = __shfl_up_sync(ALL, here.w, 1);
    float behind = __shfl_down_sync(ALL, here.x, 1);
    return make_float2(lane() == 0 ? end : before, lane() == WARP - 1 ? end : behind);
}

__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x;
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    int z = 1 + PLANES * blockIdx.z;
    if (group / WARP * WARP * 4 >= n) return; // a warp with nothing of the row
    if (y > n - 2) return;                    // or behind the last row
    int x = min(4 * group, n - 4);

    float4 own[PLANES][ROWS], low[PLANES], high[PLANES], below[ROWS], above[ROWS];
    float end[PLANES][ROWS];
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
        low[q] = load_four(in, place(x, y - 1, z + q, n));
        high[q] = load_four(in, place(x, y + ROWS, z + q, n));
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            own[q][r] = load_four(in, place(x, y + r, z + q, n));
            end[q][r] = load_end(in, place(x, y + r, z + q, n), x, n);
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        below[r] = load_four(in, place(x, y + r, z - 1, n));
        above[r] = load_four(in, place(x, y + r, z + PLANES, n));
    }

#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            float4 m = own[q][r];
            float4 l = r == 0 ? low[q] : own[q][r > 0 ? r - 1 : 0];
            float4 h = r == ROWS - 1 ? high[q] : own[q][r < ROWS - 1 ? r + 1 : r];
            float4 b = q == 0 ? below[r] : own[q > 0 ? q - 1 : 0][r];
            float4 a = q == PLANES - 1 ? above[r] : own[q < PLANES - 1 ? q + 1 : q][r];
            float2 s = take_sides(m, end[q][r]);
            float4 sum = {seven_points(c, m.x, s.x, m.y, l.x, h.x, b.x, a.x),
                          seven_points(c, m.y, m.x, m.z, l.y, h.y, b.y, a.y),
                          seven_points(c, m.z, m.y, m.w, l.z, h.z, b.z, a.z),
                          seven_points(c, m.w, m.z, s.y, l.w, h.w, b.w, a.w)};
            bool stores = 4 * group < n && y + r <= n - 2 && z + q <= n - 2;
            if (stores) store_four(out, place(x, y + r, z + q, n), x, n, sum);
        }
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    bool wide = n % 4 == 0 && n > 4;
    if (wide) {
        dim3 grid(ceil_div(n / 4, BLOCK_X), ceil_div(n - 2, BLOCK_Y * ROWS), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
