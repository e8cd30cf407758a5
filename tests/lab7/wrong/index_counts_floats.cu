// WRONG: a pointer to float4 is indexed by the number of a float
// EXPECT test: 7.2/n=8
// EXPECT cause: It is the very first thread that goes past the end
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
    if (x > n - 2 || y > n - 2) return;
    const size_t slab = (size_t)n * n;
    size_t at = first * slab + (size_t)y * n + x;
    float under = in[at - slab], mid = in[at];
    for (int z = first; z < end; ++z, at += slab) {
        float over = in[at + slab];
        out[at] = seven_points(c, mid, in[at - 1], in[at + 1], in[at - n], in[at + n], under, over);
        under = mid;
        mid = over;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    const float4 *wide = (const float4 *)in;
    four = wide[p];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    bool whole = x > 0 && x + 4 < n;
    if (whole) {
        *(float4 *)(out + p) = sum;
        return;
    }
    if (x > 0) out[p] = sum.x;
    out[p + 1] = sum.y;
    out[p + 2] = sum.z;
    if (x + 4 < n) out[p + 3] = sum.w;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int lane = threadIdx.x;
    if (lane == 0 && x >= 4) end = in[p - 1];
    if (lane == 31 && x + 4 < n) end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    int lane = threadIdx.x;
    float fromLeft = __shfl_up_sync(EVERY_LANE, here.w, 1);
    float fromRight = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.x = lane == 0 ? end : fromLeft;
    sides.y = lane == 31 ? end : fromRight;
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
        if (y >= n - 1) return; // a whole warp
        float4 v[PLANES + 2][ROWS + 2];
        float far[PLANES][ROWS];
    #pragma unroll
        for (int dz = -1; dz <= PLANES; ++dz)
    #pragma unroll
            for (int dy = -1; dy <= ROWS; ++dy) {
                bool zFace = dz < 0 || dz == PLANES, yFace = dy < 0 || dy == ROWS;
                size_t p = place(x, y + dy, z + dz, n);
                if (!(zFace && yFace)) v[dz + 1][dy + 1] = load_four(in, p);
                if (!zFace && !yFace) far[dz][dy] = load_end(in, p, x, n);
            }
        bool inRow = 4 * group < n;
    #pragma unroll
        for (int dz = 0; dz < PLANES; ++dz)
    #pragma unroll
            for (int dy = 0; dy < ROWS; ++dy) {
                float4 me = v[dz + 1][dy + 1], lo = v[dz + 1][dy], hi = v[dz + 1][dy + 2];
                float4 un = v[dz][dy + 1], ov = v[dz + 2][dy + 1], s;
                float2 lr = take_sides(me, far[dz][dy]);
                s.x = seven_points(c, me.x, lr.x, me.y, lo.x, hi.x, un.x, ov.x);
                s.y = seven_points(c, me.y, me.x, me.z, lo.y, hi.y, un.y, ov.y);
                s.z = seven_points(c, me.z, me.y, me.w, lo.z, hi.z, un.z, ov.z);
                s.w = seven_points(c, me.w, me.z, lr.y, lo.w, hi.w, un.w, ov.w);
                if (inRow && y + dy < n - 1 && z + dz < n - 1) store_four(out, place(x, y + dy, z + dz, n), x, n, s);
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
