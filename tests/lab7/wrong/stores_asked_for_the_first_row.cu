// WRONG: a helper is asked whether to store the first row of the brick, for each of its rows
// EXPECT test: 7.3/n=16
// EXPECT cause: lacks something

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
    ROWS = 3,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 3,  // in this many planes; a block of the plain kernel computes as many
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
    if (x > n - 2) return;
    if (y > n - 2) return;
    const float *row = in + (size_t)y * n, *south = row - n, *north = row + n;
    size_t plane = (size_t)n * n, o = first * plane; // the plane's first point
    float low = row[o - plane + x], mid = row[o + x], top;
    while (first < end) {
        top = row[o + plane + x];
        (out + (size_t)y * n)[o + x] =
            seven_points(c, mid, row[o + x - 1], row[o + x + 1], south[o + x], north[o + x], low, top);
        low = mid, mid = top;
        o += plane;
        first++;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    const float4 *from = (const float4 *)in;
    four = from[p >> 2];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    const bool whole = x != 0 && x + 4 != n;
    if (whole) {
        *(float4 *)&out[p] = sum;
    } else {
        if (x != 0) out[p] = sum.x;
        out[p + 1] = sum.y, out[p + 2] = sum.z;
        if (x + 4 != n) out[p + 3] = sum.w;
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int side = threadIdx.x % WARP == 0 ? -1 : threadIdx.x % WARP == WARP - 1 ? 4 : 0; // where from here, 0: nowhere
    if (side && x + side >= 0 && x + side < n) end = in[p + side];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    sides.x = __shfl_sync(EVERY_LANE, here.w, (threadIdx.x + WARP - 1) % WARP);
    sides.y = __shfl_sync(EVERY_LANE, here.x, (threadIdx.x + 1) % WARP);
    if (threadIdx.x % WARP == 0) sides.x = end;
    if (threadIdx.x % WARP == WARP - 1) sides.y = end;
    // end 7.2
    return sides;
}

// Where point x, y, z lies. A brick may reach past the last row and the last plane: there it gets the last
// one once more, which no stored sum uses.
__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

// Is this group of four points, in row y and plane z, one that has to be stored?
__device__ bool counts(int group, int y, int z, int n) {
    return 4 * group < n && y <= n - 2 && z <= n - 2;
}

__device__ float4 four_sums(StencilCoefficients c, float4 v, float2 s, float4 lo, float4 hi, float4 be, float4 ab) {
    return {seven_points(c, v.x, s.x, v.y, lo.x, hi.x, be.x, ab.x),
            seven_points(c, v.y, v.x, v.z, lo.y, hi.y, be.y, ab.y),
            seven_points(c, v.z, v.y, v.w, lo.z, hi.z, be.z, ab.z),
            seven_points(c, v.w, v.z, s.y, lo.w, hi.w, be.w, ab.w)};
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
    if (!counts(0, y, z, n)) return; // no row of this warp
    float4 v[PLANES + 2][ROWS + 2];
    float ends[PLANES][ROWS];
#pragma unroll
    for (int i = -1; i <= PLANES; ++i) {
#pragma unroll
        for (int j = -1; j <= ROWS; ++j) {
            int outside = (i < 0 || i == PLANES) + (j < 0 || j == ROWS);
            if (outside < 2) v[i + 1][j + 1] = load_four(in, place(x, y + j, z + i, n));
            if (outside == 0) ends[i][j] = load_end(in, place(x, y + j, z + i, n), x, n);
        }
    }
#pragma unroll
    for (int i = 0; i < PLANES; ++i) {
#pragma unroll
        for (int j = 0; j < ROWS; ++j) {
            float4 v0 = v[i + 1][j + 1];
            float4 sum = four_sums(c, v0, take_sides(v0, ends[i][j]), v[i + 1][j], v[i + 1][j + 2], v[i][j + 1],
                                   v[i + 2][j + 1]);
            if (counts(group, y, z + i, n)) store_four(out, place(x, y + j, z + i, n), x, n, sum); // <-- HERE
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
