// WRONG: the rows beside are taken n float4 away, not n / 4
// EXPECT test: 7.2/n=8
// EXPECT cause: `n` in this line is not what belongs there

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

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    const int group = blockIdx.x * blockDim.x + threadIdx.x, per_row = n / 4;
    const int g = min(group, per_row - 1); // lanes past the row stay, and take its last four once more
    const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (y > n - 2) return;
    const int z0 = 1 + blockIdx.z * PLANES, z1 = min(z0 + PLANES, n - 1);
    const float4 *in4 = reinterpret_cast<const float4 *>(in);
    const long long to_row = n; // <-- HERE
    const long long to_plane = (long long)per_row * n;
    const float4 *here4 = in4 + z0 * to_plane + (long long)y * per_row + g;
    float4 below = here4[-to_plane], here = *here4, above;
    for (int z = z0; z < z1; ++z) {
        above = here4[to_plane];
        const float4 low = here4[-to_row], high = here4[to_row];
        const size_t p = 4 * (here4 - in4);
        const float2 side = take_sides(here, load_end(in, p, 4 * g, n));
        float4 sum;
        sum.x = seven_points(c, here.x, side.x, here.y, low.x, high.x, below.x, above.x);
        sum.y = seven_points(c, here.y, here.x, here.z, low.y, high.y, below.y, above.y);
        sum.z = seven_points(c, here.z, here.y, here.w, low.z, high.z, below.z, above.z);
        sum.w = seven_points(c, here.w, here.z, side.y, low.w, high.w, below.w, above.w);
        if (group < per_row) store_four(out, p, 4 * g, n, sum);
        below = here, here = above;
        here4 += to_plane;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 block(BLOCK_X, BLOCK_Y);
    int y_blocks = ceil_div(n - 2, BLOCK_Y), z_blocks = ceil_div(n - 2, PLANES);
    bool wide = n >= 8 && n % 4 == 0;
    if (wide)
        wide_stencil_kernel<<<dim3(ceil_div(n, 4 * BLOCK_X), y_blocks, z_blocks), block>>>(in, out, n, c);
    else
        plain_stencil_kernel<<<dim3(ceil_div(n - 2, BLOCK_X), y_blocks, z_blocks), block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
