// WRONG: the loop over the brick's planes loads one too few
// EXPECT test: 7.3/n=16
// EXPECT cause: in this line is not
// EXPECT todo: 7.3

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
    bool first = x == 0, last = x == n - 4;
    if (!first && !last) {
        *(float4 *)(out + p) = sum;
    } else {
        if (!first) out[p] = sum.x;
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
        if (!last) out[p + 3] = sum.w;
    }
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
    if (y > n - 2) return;
    float4 column[ROWS][PLANES + 2]; // a row's own points, and those below and above the brick
    float4 front[PLANES], back[PLANES]; // the rows before and behind the brick
    float end[ROWS][PLANES];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
#pragma unroll
        for (int q = 0; q < PLANES + 1; ++q) column[r][q] = load_four(in, place(x, y + r, z + q - 1, n)); // <-- HERE
    }
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
        front[q] = load_four(in, place(x, y - 1, z + q, n));
        back[q] = load_four(in, place(x, y + ROWS, z + q, n));
#pragma unroll
        for (int r = 0; r < ROWS; ++r) end[r][q] = load_end(in, place(x, y + r, z + q, n), x, n);
    }
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            float4 a = column[r][q + 1], d = column[r][q], u = column[r][q + 2];
            float4 l = r == 0 ? front[q] : column[r > 0 ? r - 1 : 0][q + 1];
            float4 h = r == ROWS - 1 ? back[q] : column[r < ROWS - 1 ? r + 1 : r][q + 1];
            float2 s = take_sides(a, end[r][q]);
            float4 sum = {seven_points(c, a.x, s.x, a.y, l.x, h.x, d.x, u.x), seven_points(c, a.y, a.x, a.z, l.y, h.y, d.y, u.y),
                          seven_points(c, a.z, a.y, a.w, l.z, h.z, d.z, u.z), seven_points(c, a.w, a.z, s.y, l.w, h.w, d.w, u.w)};
            bool inside = 4 * group < n && y + r <= n - 2 && z + q <= n - 2;
            if (inside) store_four(out, place(x, y + r, z + q, n), x, n, sum);
        }
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
