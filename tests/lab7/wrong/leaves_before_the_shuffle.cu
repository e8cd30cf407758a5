// WRONG: lanes without a point return before the shuffle that asks for their values
// EXPECT test: 7.1/n=7
// EXPECT cause: comes by a shuffle from a lane that has left the kernel before
// EXPECT todo: 7.1

// Lab 7: beyond the textbook. The same stencil as fast as you can, in one sweep, by any technique. The
// handout is README.md beside this file.
//
//   make lab7 && ./grade lab7     builds this file and grades it
//   ./grade hint lab7 7.1         the next hint for TODO 7.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

// One way to do it. Only launch_stencil is asked for: you may write all else your own way.
enum {
    BLOCK_X = 32, // threads of a block in x
    BLOCK_Y = 8,  // threads of a block in y
    ROWS = 2,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 4,  // in this many planes; a block of the plain kernel computes as many
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
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x; // the thread's column, range [1, n-2], and past it
    int lane = threadIdx.x % WARP;
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;  // this block computes the planes first .. end-1
    int end = min(first + PLANES, n - 1); // none of them is plane n-1
    // TODO 7.1: compute the points of column (x, y) in these planes.
    // x neighbours are in the lanes beside this one
    if (x > n - 2 || y > n - 2) return; // <-- HERE
    size_t layer = (size_t)n * n, p = first * layer + (size_t)y * n + x;
    float below = in[p - layer], here = in[p];
    for (int z = first; z < end; ++z) {
        float above = in[p + layer];
        float left = __shfl_up_sync(EVERY_LANE, here, 1);
        float right = __shfl_down_sync(EVERY_LANE, here, 1);
        if (lane == 0) left = in[p - 1];
        if (lane == WARP - 1) right = in[p + 1];
        out[p] = seven_points(c, here, left, right, in[p - n], in[p + n], below, above);
        below = here;
        here = above;
        p += layer;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    four = *(const float4 *)&in[p];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    if (x > 0 && x + 4 < n) {
        *(float4 *)&out[p] = sum;
        return;
    }
    if (x > 0) out[p] = sum.x; // the group at the end of the row
    out[p + 1] = sum.y;
    out[p + 2] = sum.z;
    if (x == 0) out[p + 3] = sum.w; // the group at its start
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    int lane = threadIdx.x % WARP;
    if (lane == 0 && x > 0) end = in[p - 1];
    if (lane == 31 && x < n - 4) end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    int lane = threadIdx.x % WARP;
    float before = __shfl_up_sync(EVERY_LANE, here.w, 1), behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.x = lane == 0 ? end : before;
    sides.y = lane == 31 ? end : behind;
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
    int x =
        min(4 * group, n - 4); // lanes past the row take its last four once more: a shuffle needs them all
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // the same for a whole warp
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    if (y > n - 2) return; // all of the warp
    float4 v[PLANES + 2][ROWS + 2];
    float end[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int i = 0; i <= PLANES + 1; ++i)
#pragma unroll
        for (int j = 0; j <= ROWS + 1; ++j) {
            bool face = i == 0 || i == PLANES + 1, side = j == 0 || j == ROWS + 1;
            if (face && side) continue; // an edge of the brick
            size_t p = place(x, y + j - 1, z + i - 1, n);
            v[i][j] = load_four(in, p);
            if (!face && !side) end[i][j] = load_end(in, p, x, n);
        }
#pragma unroll
    for (int i = 1; i <= PLANES; ++i)
#pragma unroll
        for (int j = 1; j <= ROWS; ++j) {
            float4 m = v[i][j], s;
            float2 e = take_sides(m, end[i][j]);
            s.x = seven_points(c, m.x, e.x, m.y, v[i][j - 1].x, v[i][j + 1].x, v[i - 1][j].x, v[i + 1][j].x);
            s.y = seven_points(c, m.y, m.x, m.z, v[i][j - 1].y, v[i][j + 1].y, v[i - 1][j].y, v[i + 1][j].y);
            s.z = seven_points(c, m.z, m.y, m.w, v[i][j - 1].z, v[i][j + 1].z, v[i - 1][j].z, v[i + 1][j].z);
            s.w = seven_points(c, m.w, m.z, e.y, v[i][j - 1].w, v[i][j + 1].w, v[i - 1][j].w, v[i + 1][j].w);
            if (4 * group < n && y + j - 1 < n - 1 && z + i - 1 < n - 1)
                store_four(out, place(x, y + j - 1, z + i - 1, n), x, n, s);
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
