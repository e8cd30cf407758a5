// WRONG: the plain kernel splits a column's number into x and y with two different lengths, x by n-2 and y by n: row n-2 is never computed, row n-3 nearly not at all, and two points of every other row are computed by two threads.
// EXPECT test: 7.1/n=4
// EXPECT cause: is a number through rows
// EXPECT todo: 7.1
// Lab 7. The plain kernel numbers the interior columns one after the other; a thread takes every so many of them.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    BLOCK_X = 32,
    BLOCK_Y = 8,
    ROWS = 2,
    PLANES = 4,
    WARP = 32,
    PLAIN = 256, // threads of a block of the plain kernel
};
constexpr unsigned EVERY_LANE = 0xffffffff;

__device__ float seven_points(StencilCoefficients c, float centre, float left, float right, float low,
                              float high, float below, float above) {
    return c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * low + c.c[4] * high + c.c[5] * below +
           c.c[6] * above;
}

// ---- Any n: one point a thread ----------------------------------------------------------------------------

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int first = 1 + blockIdx.y * PLANES;
    int end = min(first + PLANES, n - 1);
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    const int length = n - 2, columns = length * length;
    const size_t plane = (size_t)n * n;
    for (int m = threadIdx.x + blockIdx.x * PLAIN; m < columns; m += gridDim.x * PLAIN) {
        int x = 1 + m % length;
        int y = 1 + m / n; // <-- HERE
        const float *at = in + first * plane + (size_t)y * n + x;
        float *to = out + (at - in);
        float z0 = at[-(ptrdiff_t)plane], z1 = at[0];
        for (int z = first; z < end; ++z) {
            float z2 = at[plane];
            *to = seven_points(c, z1, at[-1], at[1], at[-n], at[n], z0, z2);
            z0 = z1;
            z1 = z2;
            at += plane;
            to += plane;
        }
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    const float4 *fours = (const float4 *)in;
    four = fours[p / 4];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    bool left = x == 0, right = x + 4 == n;
    if (!left && !right) {
        ((float4 *)out)[p / 4] = sum;
        return;
    }
    if (!left) out[p] = sum.x;
    out[p + 1] = sum.y;
    out[p + 2] = sum.z;
    if (!right) out[p + 3] = sum.w;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int lane = threadIdx.x & (WARP - 1);
    if (lane == 0 && x >= 4) end = in[p - 1];
    if (lane == WARP - 1 && x < n - 4) end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    float before = __shfl_up_sync(EVERY_LANE, here.w, 1), behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    int lane = threadIdx.x & (WARP - 1);
    sides = make_float2(lane == 0 ? end : before, lane == WARP - 1 ? end : behind);
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
    int group = threadIdx.x + blockIdx.x * blockDim.x; // four points of a row
    int x = min(4 * group, n - 4);
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // the same for a whole warp
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    if (y > n - 2) return; // whole warps
    float4 brick[PLANES + 2][ROWS + 2];
    float ends[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int dz = 0; dz <= PLANES + 1; ++dz)
#pragma unroll
        for (int dy = 0; dy <= ROWS + 1; ++dy) {
            bool outer_z = dz == 0 || dz == PLANES + 1, outer_y = dy == 0 || dy == ROWS + 1;
            if (outer_z && outer_y) continue; // an edge
            size_t p = place(x, y - 1 + dy, z - 1 + dz, n);
            brick[dz][dy] = load_four(in, p);
            if (!outer_z && !outer_y) ends[dz][dy] = load_end(in, p, x, n);
        }
#pragma unroll
    for (int dz = 1; dz <= PLANES; ++dz)
#pragma unroll
        for (int dy = 1; dy <= ROWS; ++dy) {
            float4 m = brick[dz][dy], s = brick[dz][dy - 1], t = brick[dz][dy + 1];
            float4 d = brick[dz - 1][dy], u = brick[dz + 1][dy];
            float2 side = take_sides(m, ends[dz][dy]);
            float4 sum = make_float4(seven_points(c, m.x, side.x, m.y, s.x, t.x, d.x, u.x),
                                     seven_points(c, m.y, m.x, m.z, s.y, t.y, d.y, u.y),
                                     seven_points(c, m.z, m.y, m.w, s.z, t.z, d.z, u.z),
                                     seven_points(c, m.w, m.z, side.y, s.w, t.w, d.w, u.w));
            int row = y - 1 + dy, level = z - 1 + dz;
            if (4 * group < n && row < n - 1 && level < n - 1) store_four(out, place(x, row, level, n), x, n, sum);
        }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    if (n % 4 == 0 && n > 4) {
        dim3 block(BLOCK_X, BLOCK_Y, 1);
        dim3 grid(ceil_div(n / 4, BLOCK_X), ceil_div(n - 2, BLOCK_Y * ROWS), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div((n - 2) * (n - 2), 2 * PLAIN), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, PLAIN>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
