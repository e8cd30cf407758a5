// WRONG: the end that is loaded for the next plane is used in this one, and the one that is kept by nobody
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: which nothing reads

// Lab 7: beyond the textbook. A march of float4, everything one plane ahead.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

enum {
    BLOCK_X = 32, // one warp, 128 points of a row
    BLOCK_Y = 8,
    PLANES = 8, // length of a march
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
    const size_t up = (size_t)n * n;
    const float *at = in + first * up + (size_t)y * n + x;
    float *to = out + (at - in);
    float below = at[-(ptrdiff_t)up], here = *at;
    for (int left = end - first; left > 0; --left) {
        const float above = at[up];
        *to = seven_points(c, here, at[-1], at[1], at[-n], at[n], below, above);
        below = here, here = above;
        at += up, to += up;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = *(const float4 *)(in + p);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    const bool head = x == 0, tail = x + 4 == n;
    if (!head && !tail) {
        *(float4 *)(out + p) = sum;
        return;
    }
    if (!head) out[p] = sum.x;
    out[p + 1] = sum.y;
    out[p + 2] = sum.z;
    if (!tail) out[p + 3] = sum.w;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    const int lane = threadIdx.x % WARP;
    int off = 0; // 0: none
    if (lane == 0 && x > 0) off = -1;
    if (lane == WARP - 1 && x + 4 < n) off = 4;
    if (off) end = in[p + off];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    const float before = __shfl_up_sync(EVERY_LANE, here.w, 1), behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides = make_float2(lane == 0 ? end : before, lane == WARP - 1 ? end : behind);
    // end 7.2
    return sides;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x; // four points of a row
    int x =
        min(4 * group, n - 4); // lanes past the row take its last four once more: a shuffle needs them all
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y; // the same for a whole warp
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    // (a march: 3 + 2 / 8 values a point)
    if (y > n - 2) return; // the whole warp
    const bool mine = 4 * group < n;
    const int stop = min(z + PLANES, n - 1);
    const size_t plane = (size_t)n * n;
    size_t p = z * plane + (size_t)y * n + x;

    float4 below = load_four(in, p - plane), here = load_four(in, p);
    float edge = load_end(in, p, x, n);
    do {
        // all that this step and the next one need
        const float4 above = load_four(in, p + plane);
        const float coming = load_end(in, p + plane, x, n);
        const float4 low = load_four(in, p - n), high = load_four(in, p + n);

        const float2 side = take_sides(here, coming); // <-- HERE
        float4 s;
        s.x = seven_points(c, here.x, side.x, here.y, low.x, high.x, below.x, above.x);
        s.y = seven_points(c, here.y, here.x, here.z, low.y, high.y, below.y, above.y);
        s.z = seven_points(c, here.z, here.y, here.w, low.z, high.z, below.z, above.z);
        s.w = seven_points(c, here.w, here.z, side.y, low.w, high.w, below.w, above.w);
        if (mine) store_four(out, p, x, n, s);

        below = here;
        here = above;
        edge = coming;
        p += plane;
    } while (++z < stop);
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    if (n % 4 == 0 && n > 4) {
        dim3 grid(ceil_div(n / 4, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
