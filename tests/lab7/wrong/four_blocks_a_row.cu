// WRONG: a row is 512 points at most, whatever n is
// EXPECT withheld: 1
// EXPECT score: 100
// EXPECT says: store too little for all of the result
// Lab 7: a thread computes a brick of 4 x 2 x 4 points, and all its loads come before its first sum.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// Four numbers to tune, each by one edit; BLOCK_X must be a multiple of a warp.
//
// BLOCK_X: a warp is 128 points of a row, and a load of it 512 bytes side by side.
//
// BLOCK_Y: warps of a block. What one warp loads as the row beyond its brick another one finds in L1.
//
// ROWS, PLANES: a thread's brick. It loads (ROWS + 2) * (PLANES + 2) - 4 float4 for ROWS * PLANES: the larger
// the brick, the less L2 is asked for, and the more registers hold it. 2 x 4 takes 20 float4 for 8, in 80
// registers.
enum {
    BLOCK_X = 32,
    BLOCK_Y = 8,
    ROWS = 2,
    PLANES = 4,
    WARP = 32,
    WARPS_OF_ROW = 4, // <-- HERE // of the wide kernel: whole warps past the end of a row leave at once
};
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

__device__ float seven_points(StencilCoefficients c, float centre, float left, float right, float low,
                              float high, float below, float above) {
    return c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * low + c.c[4] * high + c.c[5] * below +
           c.c[6] * above;
}

// ---- Any n: one point a thread, a march along z ---------------------------------------------------------

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;  // this block computes the planes first .. end-1
    int end = min(first + PLANES, n - 1); // none of them is plane n-1
    // 7.1: the column's values move through three registers, the others come from the cache.
    if (x > n - 2 || y > n - 2) return; // no barrier and no shuffle follows
    size_t plane = (size_t)n * n;
    size_t p = first * plane + (size_t)y * n + x;
    float below = in[p - plane], here = in[p];
    for (int z = first; z < end; ++z, p += plane) {
        float above = in[p + plane];
        out[p] = seven_points(c, here, in[p - 1], in[p + 1], in[p - n], in[p + n], below, above);
        below = here;
        here = above;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may ----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // 7.2 (load): one request of the warp for 128 points
    four = *reinterpret_cast<const float4 *>(in + p);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // 7.2 (store): only the first and the last four of a row hold a boundary point. They store three points
    // one by one. Reading the boundary and writing it back would be a write all the same.
    if (x == 0) {
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
        out[p + 3] = sum.w;
    } else if (x + 4 == n) {
        out[p] = sum.x;
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
    } else {
        *reinterpret_cast<float4 *>(out + p) = sum;
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // 7.2 (ends): both with one request
    int lane = threadIdx.x % WARP;
    bool left = lane == 0 && x > 0, right = lane == WARP - 1 && x + 4 < n;
    if (left || right) end = in[left ? p - 1 : p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // 7.2 (sides): the lanes beside this one hold them, but for those at the ends of the warp.
    int lane = threadIdx.x % WARP;
    sides.x = __shfl_up_sync(EVERY_LANE, here.w, 1);
    sides.y = __shfl_down_sync(EVERY_LANE, here.x, 1);
    if (lane == 0) sides.x = end;
    if (lane == WARP - 1) sides.y = end;
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
    // 7.3: the brick and its faces, then the sums. Both loops are unrolled, so that `four` is registers.
    int lane = threadIdx.x % WARP;
    if (y > n - 2 || 4 * (group - lane) >= n) return; // whole warps: past the last row, or past its end
    float4 four[PLANES + 2][ROWS + 2];
    float end[PLANES][ROWS];
#pragma unroll
    for (int i = 0; i < PLANES + 2; ++i) {
#pragma unroll
        for (int j = 0; j < ROWS + 2; ++j) {
            bool plane_of_brick = i >= 1 && i <= PLANES, row_of_brick = j >= 1 && j <= ROWS;
            size_t p = place(x, y + j - 1, z + i - 1, n);
            if (plane_of_brick || row_of_brick) four[i][j] = load_four(in, p);
            if (plane_of_brick && row_of_brick) end[i - 1][j - 1] = load_end(in, p, x, n);
        }
    }
#pragma unroll
    for (int i = 1; i <= PLANES; ++i) {
#pragma unroll
        for (int j = 1; j <= ROWS; ++j) {
            float4 here = four[i][j], low = four[i][j - 1], high = four[i][j + 1]; // y-1 and y+1
            float4 below = four[i - 1][j], above = four[i + 1][j];
            float2 sides = take_sides(here, end[i - 1][j - 1]);
            float4 sum;
            sum.x = seven_points(c, here.x, sides.x, here.y, low.x, high.x, below.x, above.x);
            sum.y = seven_points(c, here.y, here.x, here.z, low.y, high.y, below.y, above.y);
            sum.z = seven_points(c, here.z, here.y, here.w, low.z, high.z, below.z, above.z);
            sum.w = seven_points(c, here.w, here.z, sides.y, low.w, high.w, below.w, above.w);
            bool inside = 4 * group < n && y + j - 1 <= n - 2 && z + i - 1 <= n - 2;
            if (inside) store_four(out, place(x, y + j - 1, z + i - 1, n), x, n, sum);
        }
    }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    if (n % 4 == 0 && n > 4) {
        dim3 grid(WARPS_OF_ROW, ceil_div(n - 2, BLOCK_Y * ROWS), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
