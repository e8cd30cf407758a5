// WRONG: a shuffle in one branch of ?:
// EXPECT score: 65
// EXPECT cause: a condition on this line sends it another way
// EXPECT todo: 7.2
// Lab 7: beyond the textbook. The same stencil as fast as you can, in one sweep, by any technique. The
// handout is README.md beside this file.
//
//   make lab7 && ./grade lab7     builds this file and grades it
//   ./grade hint lab7 7.1         the next hint for TODO 7.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// One way to do it. Only launch_stencil is asked for: you may write all else your own way.
enum {
    BLOCK_X =
        32, // threads of a block in x: a warp, so that lanes beside each other hold points beside each other
    BLOCK_Y = 8, // threads of a block in y
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
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;  // this block computes the planes first .. end-1
    int end = min(first + PLANES, n - 1); // none of them is plane n-1
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    if (x >= n - 1 || y >= n - 1) return;
    for (int z = first; z < end; ++z) {
        const float *p = in + ((size_t)z * n + y) * n + x;
        const size_t up = (size_t)n * n;
        out[p - in] = seven_points(c, *p, *(p - 1), *(p + 1), *(p - n), *(p + n), *(p - up), *(p + up));
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    const float4 *from = (const float4 *)(in + p);
    four = *from;
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    float *to = out + p;
    if (x > 0 && x + 4 < n) {
        *(float4 *)to = sum;
    } else {
        if (x > 0) to[0] = sum.x;
        to[1] = sum.y;
        to[2] = sum.z;
        if (x + 4 < n) to[3] = sum.w;
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    const int lane = threadIdx.x & (WARP - 1);
    if (lane == 0 && x > 0)
        end = in[p - 1];
    else if (lane == WARP - 1 && x + 4 < n)
        end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    const float behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.y = lane == WARP - 1 ? end : behind;
    sides.x = lane == 0 ? end : __shfl_up_sync(EVERY_LANE, here.w, 1); // <-- HERE
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
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    if (y > n - 2 || blockIdx.x * blockDim.x * 4 >= n) return; // whole warps
    float4 mid[PLANES + 2][ROWS], below_row[PLANES], above_row[PLANES];
    float ends[PLANES][ROWS];
#pragma unroll
    for (int q = 0; q < PLANES + 2; ++q)
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const size_t p = place(x, y + r, z + q - 1, n);
            mid[q][r] = load_four(in, p);
            if (q > 0 && q <= PLANES) ends[q - 1][r] = load_end(in, p, x, n);
        }
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
        below_row[q] = load_four(in, place(x, y - 1, z + q, n));
        above_row[q] = load_four(in, place(x, y + ROWS, z + q, n));
    }
#pragma unroll
    for (int q = 0; q < PLANES; ++q)
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const float4 h = mid[q + 1][r], b = mid[q][r], a = mid[q + 2][r];
            const float4 l = r == 0 ? below_row[q] : mid[q + 1][r > 0 ? r - 1 : 0];
            const float4 u = r == ROWS - 1 ? above_row[q] : mid[q + 1][r < ROWS - 1 ? r + 1 : r];
            const float2 s = take_sides(h, ends[q][r]);
            const float4 sum = {seven_points(c, h.x, s.x, h.y, l.x, u.x, b.x, a.x),
                                seven_points(c, h.y, h.x, h.z, l.y, u.y, b.y, a.y),
                                seven_points(c, h.z, h.y, h.w, l.z, u.z, b.z, a.z),
                                seven_points(c, h.w, h.z, s.y, l.w, u.w, b.w, a.w)};
            if (4 * group < n && y + r <= n - 2 && z + q <= n - 2) store_four(out, place(x, y + r, z + q, n), x, n, sum);
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
