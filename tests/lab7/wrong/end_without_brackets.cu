// WRONG: in `in[p + before ? -1 : 4]` the sum binds before the question mark, so the index is -1 and not p-1 or p+4: the ends of a warp read outside the array, from n = 132 on.
// EXPECT test: 7.2/n=132
// EXPECT cause: binds before `?`
// EXPECT todo: 7.2
// Lab 7. Four points a thread, rows go by while the sums of a plane are made.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    BLOCK_X = 32,
    BLOCK_Y = 8,
    ROWS = 4,
    PLANES = 2,
    WARP = 32,
};
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

// The sum at one point: its value, x-1, x+1, y-1, y+1, z-1, z+1.
__device__ float seven_points(StencilCoefficients c, float centre, float left, float right, float low,
                              float high, float below, float above) {
    return c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * low + c.c[4] * high + c.c[5] * below +
           c.c[6] * above;
}

// ---- Any n: one point a thread ----------------------------------------------------------------------------

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;
    int end = min(first + PLANES, n - 1);
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    if (x >= n - 1 || y >= n - 1) return;
    auto p = [=](int z) { return ((size_t)z * n + y) * n + x; };
    float below, here = in[p(first - 1)], above = in[p(first)];
    for (int z = first; z < end; ++z) {
        below = here;
        here = above;
        above = in[p(z + 1)];
        out[p(z)] = seven_points(c, here, in[p(z) - 1], in[p(z) + 1], in[p(z) - n], in[p(z) + n], below, above);
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = __ldg((const float4 *)(in + p));
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    const bool low_end = x == 0, high_end = x == n - 4;
    if (low_end || high_end) {
        const float each[4] = {sum.x, sum.y, sum.z, sum.w};
#pragma unroll
        for (int m = 0; m < 4; ++m)
            if (x + m >= 1 && x + m <= n - 2) out[p + m] = each[m];
    } else {
        *reinterpret_cast<float4 *>(out + p) = sum;
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int lane = threadIdx.x % WARP;
    bool before = lane == 0 && x > 0;
    bool behind = lane == WARP - 1 && x < n - 4;
    if (before || behind) end = in[p + before ? -1 : 4]; // <-- HERE
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    int lane = threadIdx.x % WARP;
    float w = __shfl_sync(EVERY_LANE, here.w, (lane + WARP - 1) % WARP);
    float x = __shfl_sync(EVERY_LANE, here.x, (lane + 1) % WARP);
    sides.x = lane == 0 ? end : w;
    sides.y = lane == WARP - 1 ? end : x;
    // end 7.2
    return sides;
}

// Where point x, y, z lies. A brick may reach past the last row and the last plane: there it gets the last
// one once more, which no stored sum uses.
__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x;
    int x = min(4 * group, n - 4);
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    if (y > n - 2) return;
    float4 four[PLANES + 2][ROWS + 2];
    float end[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int i = 0; i < PLANES + 2; ++i) {
#pragma unroll
        for (int j = 0; j < ROWS + 2; ++j) {
            const bool face_z = i < 1 || i > PLANES, face_y = j < 1 || j > ROWS;
            const size_t p = place(x, y + j - 1, z + i - 1, n);
            if (!(face_z && face_y)) four[i][j] = load_four(in, p);
            if (!face_z && !face_y) end[i][j] = load_end(in, p, x, n);
        }
    }
#pragma unroll
    for (int i = 1; i <= PLANES; ++i) {
        float4 before = four[i][0], here = four[i][1]; // rows
#pragma unroll
        for (int j = 1; j <= ROWS; ++j) {
            const float4 behind = four[i][j + 1], down = four[i - 1][j], up = four[i + 1][j];
            const float2 sides = take_sides(here, end[i][j]);
            const float4 sum = {seven_points(c, here.x, sides.x, here.y, before.x, behind.x, down.x, up.x),
                                seven_points(c, here.y, here.x, here.z, before.y, behind.y, down.y, up.y),
                                seven_points(c, here.z, here.y, here.w, before.z, behind.z, down.z, up.z),
                                seven_points(c, here.w, here.z, sides.y, before.w, behind.w, down.w, up.w)};
            if (4 * group < n && y + j < n && z + i < n)
                store_four(out, place(x, y + j - 1, z + i - 1, n), x, n, sum);
            before = here;
            here = behind;
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
