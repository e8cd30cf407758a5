// WRONG: the four sums are always stored one by one
// EXPECT test: 7.2/counter-2
// EXPECT cause: This line stores to 16 sectors
// EXPECT todo: 7.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { BLOCK_X = 32, BLOCK_Y = 8, ROWS = 2, PLANES = 4, WARP = 32 };
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

__device__ float seven_points(StencilCoefficients c, float centre, float left, float right, float low,
                              float high, float below, float above) {
    return c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * low + c.c[4] * high + c.c[5] * below +
           c.c[6] * above;
}

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;
    int end = min(first + PLANES, n - 1);
    // TODO 7.1
    if (x >= n - 1 || y >= n - 1) return;
    const int step = n * n, column = y * n + x;
    float below = in[(first - 1) * step + column];
    float here = in[first * step + column];
    for (int z = first; z < end; z++) {
        const float *q = in + z * step + column;
        float above = q[step];
        out[z * step + column] = seven_points(c, here, q[-1], q[1], q[-n], q[n], below, above);
        below = here;
        here = above;
    }
    // end 7.1
}

__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load)
    four = *(const float4 *)(in + p);
    // end 7.2
    return four;
}

__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store)
    const float value[4] = {sum.x, sum.y, sum.z, sum.w};
#pragma unroll
    for (int m = 0; m < 4; ++m)
        if (x + m >= 1 && x + m <= n - 2) out[p + m] = value[m]; // <-- HERE
    // end 7.2
}

__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends)
    int lane = threadIdx.x % WARP;
    if (lane == 0 && x != 0) end = in[p - 1];
    if (lane == WARP - 1 && x + 4 < n) end = in[p + 4];
    // end 7.2
    return end;
}

__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides)
    int lane = threadIdx.x % WARP;
    float before = __shfl_up_sync(EVERY_LANE, here.w, 1);
    float behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.x = lane == 0 ? end : before;
    sides.y = lane == WARP - 1 ? end : behind;
    // end 7.2
    return sides;
}

__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x;
    int x = min(4 * group, n - 4);
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3
    if (y > n - 2) return; // a whole warp
    float4 brick[PLANES + 2][ROWS + 2];
    float ends[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int dz = -1; dz <= PLANES; ++dz)
#pragma unroll
        for (int dy = -1; dy <= ROWS; ++dy) {
            const bool edge_z = dz == -1 || dz == PLANES, edge_y = dy == -1 || dy == ROWS;
            if (edge_z && edge_y) continue;
            size_t p = place(x, y + dy, z + dz, n);
            brick[dz + 1][dy + 1] = load_four(in, p);
            if (!edge_z && !edge_y) ends[dz + 1][dy + 1] = load_end(in, p, x, n);
        }
#pragma unroll
    for (int dz = 0; dz < PLANES; ++dz)
#pragma unroll
        for (int dy = 0; dy < ROWS; ++dy) {
            float4 m = brick[dz + 1][dy + 1], lo = brick[dz + 1][dy], hi = brick[dz + 1][dy + 2];
            float4 dn = brick[dz][dy + 1], up = brick[dz + 2][dy + 1];
            float2 side = take_sides(m, ends[dz + 1][dy + 1]);
            float4 sum = {seven_points(c, m.x, side.x, m.y, lo.x, hi.x, dn.x, up.x),
                          seven_points(c, m.y, m.x, m.z, lo.y, hi.y, dn.y, up.y),
                          seven_points(c, m.z, m.y, m.w, lo.z, hi.z, dn.z, up.z),
                          seven_points(c, m.w, m.z, side.y, lo.w, hi.w, dn.w, up.w)};
            if (4 * group < n && y + dy < n - 1 && z + dz < n - 1) store_four(out, place(x, y + dy, z + dz, n), x, n, sum);
        }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    if (n % 4 == 0 && n > 4) {
        dim3 grid(ceil_div(n / 4, BLOCK_X), ceil_div(n - 2, BLOCK_Y * ROWS), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
