// WRONG: the guard tests x, which is clamped into the row, not 4 * group: lanes past the row store wrong sums over right ones.
// EXPECT test: 7.3/n=16
// EXPECT cause: was cut off where it was computed
// EXPECT todo: 7.3

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

enum {
    BLOCK_X = 32,
    BLOCK_Y = 8,
    ROWS = 2,
    PLANES = 4,
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
    const size_t layer = (size_t)n * n;
    size_t at = layer * first + (size_t)n * y + x;
    float z0 = in[at - layer], z1 = in[at], z2;
    for (int z = first; z != end; ++z) {
        z2 = in[at + layer];
        out[at] = seven_points(c, z1, in[at - 1], in[at + 1], in[at - n], in[at + n], z0, z2);
        z0 = z1;
        z1 = z2;
        at += layer;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = reinterpret_cast<const float4 *>(in)[p / 4];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    float *to = out + p;
    bool first_group = x == 0, last_group = x == n - 4;
    if (first_group || last_group) {
        if (!first_group) to[0] = sum.x;
        to[1] = sum.y;
        to[2] = sum.z;
        if (!last_group) to[3] = sum.w;
    } else {
        *reinterpret_cast<float4 *>(to) = sum;
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
    if (lane == 0 && x != 0) end = in[p - 1];
    if (lane == WARP - 1 && x + 4 < n) end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x & (WARP - 1);
    const float before = __shfl_up_sync(EVERY_LANE, here.w, 1);
    const float behind = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.x = lane == 0 ? end : before;
    sides.y = lane == WARP - 1 ? end : behind;
    // end 7.2
    return sides;
}

// Where point x, y, z lies. A brick may reach past the last row and the last plane: there it gets the last
// one once more, which no stored sum uses.
__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

// The sums of four points beside each other.
__device__ float4 four_sums(const StencilCoefficients &c, float4 mid, float2 sides, float4 low, float4 high,
                            float4 below, float4 above) {
    return make_float4(seven_points(c, mid.x, sides.x, mid.y, low.x, high.x, below.x, above.x),
                       seven_points(c, mid.y, mid.x, mid.z, low.y, high.y, below.y, above.y),
                       seven_points(c, mid.z, mid.y, mid.w, low.z, high.z, below.z, above.z),
                       seven_points(c, mid.w, mid.z, sides.y, low.w, high.w, below.w, above.w));
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
    if (y > n - 2) return;
    float4 core[PLANES][ROWS], south[PLANES], north[PLANES], floor[ROWS], roof[ROWS];
    float ends[PLANES][ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        floor[r] = load_four(in, place(x, y + r, z - 1, n));
        roof[r] = load_four(in, place(x, y + r, z + PLANES, n));
    }
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
        south[q] = load_four(in, place(x, y - 1, z + q, n));
        north[q] = load_four(in, place(x, y + ROWS, z + q, n));
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            size_t p = place(x, y + r, z + q, n);
            core[q][r] = load_four(in, p);
            ends[q][r] = load_end(in, p, x, n);
        }
    }
#pragma unroll
    for (int q = 0; q < PLANES; ++q) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            float4 mid = core[q][r];
            float4 low = r > 0 ? core[q][r - 1] : south[q];
            float4 high = r + 1 < ROWS ? core[q][r + 1] : north[q];
            float4 below = q > 0 ? core[q - 1][r] : floor[r];
            float4 above = q + 1 < PLANES ? core[q + 1][r] : roof[r];
            float4 sum = four_sums(c, mid, take_sides(mid, ends[q][r]), low, high, below, above);
            bool row_there = y + r <= n - 2, plane_there = z + q <= n - 2;
            if (x < n && row_there && plane_there) // <-- HERE
                store_four(out, place(x, y + r, z + q, n), x, n, sum);
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
