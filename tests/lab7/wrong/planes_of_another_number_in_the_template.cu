// WRONG: the kernel is instantiated for 3 planes, and its blocks are counted for 8
// EXPECT test: 7.1/n=6
// EXPECT cause: gives the kernel's template the wrong number for `DEPTH`

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
namespace {
constexpr int BLOCK_X = 32; // a warp, so that lanes beside each other hold points beside each other
constexpr int BLOCK_Y = 8;
constexpr int ROWS = 2;   // a thread of the wide kernel computes four points of this many rows
constexpr int PLANES = 3; // in this many planes
constexpr int MARCH = 8;  // planes of the plain kernel's march: it has registers to spare
constexpr int WARP = 32;
} // namespace
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

// The sum at one point: its value, x-1, x+1, y-1, y+1, z-1, z+1.
__device__ float seven_points(StencilCoefficients c, float centre, float left, float right, float low,
                              float high, float below, float above) {
    return c.c[0] * centre + c.c[1] * left + c.c[2] * right + c.c[3] * low + c.c[4] * high + c.c[5] * below +
           c.c[6] * above;
}

// ---- Any n: one point a thread ----------------------------------------------------------------------------

template <int DEPTH>
__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x; // the thread's column, range [1, n-2], and past it
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * DEPTH;  // this block computes the planes first .. end-1
    int end = min(first + DEPTH, n - 1); // none of them is plane n-1
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    if (x + 1 >= n || y + 1 >= n) return;
    auto at = [=](int z) { return ((size_t)z * n + y) * n + x; };
    float z_minus = in[at(first - 1)], z_here = in[at(first)];
    int z = first;
    while (z < end) {
        const size_t p = at(z++);
        const float z_plus = in[at(z)];
        out[p] = seven_points(c, z_here, in[p - 1], in[p + 1], in[p - n], in[p + n], z_minus, z_plus);
        z_minus = z_here;
        z_here = z_plus;
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
    if (x == 0) { // p+2 is a multiple of 2: a float2 fits
        out[p + 1] = sum.y;
        *(float2 *)(out + p + 2) = make_float2(sum.z, sum.w);
    } else if (x + 4 >= n) {
        *(float2 *)(out + p) = make_float2(sum.x, sum.y);
        out[p + 2] = sum.z;
    } else
        *(float4 *)(out + p) = sum;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int lane = threadIdx.x % WARP, jump = 0;
    if (lane == 0 && x != 0) jump = -1;
    if (lane == WARP - 1 && x + 4 != n) jump = 4;
    if (jump != 0) end = *(in + p + jump);
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    sides.x = __shfl_sync(EVERY_LANE, here.w, max(lane - 1, 0));
    sides.y = __shfl_sync(EVERY_LANE, here.x, min(lane + 1, WARP - 1));
    if (lane == 0) sides.x = end;
    if (lane + 1 == WARP) sides.y = end;
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
    const int lane = threadIdx.x % WARP;
    if (y > n - 2 || 4 * (group - lane) >= n) return;
    float4 v[PLANES + 2][ROWS + 2];
    float end[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int m = 0; m < (PLANES + 2) * (ROWS + 2); ++m) {
        const int a = m / (ROWS + 2), b = m % (ROWS + 2); // plane and row, unrolled: constants
        const bool a_face = a == 0 || a == PLANES + 1, b_face = b == 0 || b == ROWS + 1;
        if (a_face && b_face) continue; // an edge
        const size_t p = place(x, y + b - 1, z + a - 1, n);
        v[a][b] = load_four(in, p);
        if (!a_face && !b_face) end[a][b] = load_end(in, p, x, n);
    }
#pragma unroll
    for (int m = 0; m < PLANES * ROWS; ++m) {
        const int a = 1 + m / ROWS, b = 1 + m % ROWS;
        const float4 o = v[a][b], l = v[a][b - 1], h = v[a][b + 1], d = v[a - 1][b], u = v[a + 1][b];
        const float2 lr = take_sides(o, end[a][b]);
        float4 sum;
        sum.x = seven_points(c, o.x, lr.x, o.y, l.x, h.x, d.x, u.x);
        sum.y = seven_points(c, o.y, o.x, o.z, l.y, h.y, d.y, u.y);
        sum.z = seven_points(c, o.z, o.y, o.w, l.z, h.z, d.z, u.z);
        sum.w = seven_points(c, o.w, o.z, lr.y, l.w, h.w, d.w, u.w);
        const int row = y + b - 1, layer = z + a - 1;
        if (4 * group < n && row <= n - 2 && layer <= n - 2) store_four(out, place(x, row, layer, n), x, n, sum);
    }
    // end 7.3
}

// How many blocks of the given extent cover the interior.
static dim3 cover(int in_x, int per_x, int in_yz, int per_y, int per_z) {
    return dim3(ceil_div(in_x, per_x), ceil_div(in_yz, per_y), ceil_div(in_yz, per_z));
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    if (n % 4 == 0 && n > 4) {
        dim3 grid = cover(n / 4, BLOCK_X, n - 2, BLOCK_Y * ROWS, PLANES);
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid = cover(n - 2, BLOCK_X, n - 2, BLOCK_Y, MARCH);
        plain_stencil_kernel<PLANES><<<grid, block>>>(in, out, n, c); // <-- HERE
    }
    CUDA_CHECK(cudaGetLastError());
}
