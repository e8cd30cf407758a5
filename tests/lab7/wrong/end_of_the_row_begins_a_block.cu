// WRONG: the value left of a block is missing where the block begins with the last four points of the row
// EXPECT score: 100
// EXPECT withheld: 1

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
    BLOCK_X = 128, // threads of a block in x: four warps, 512 points of a row
    BLOCK_Y = 2, // threads of a block in y
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

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = *reinterpret_cast<const float4 *>(in + p);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
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
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    int lane = threadIdx.x % WARP;
    bool goes_on = x + 4 < n; // is there more of the row behind these four?
    // A block's first thread has the block before it on its left, the other warps have a warp.
    bool left = threadIdx.x == 0 ? x > 0 && goes_on : lane == 0, right = lane == WARP - 1 && goes_on;
    if (left || right) end = in[left ? p - 1 : p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
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
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
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
        dim3 grid(ceil_div(n / 4, BLOCK_X), ceil_div(n - 2, BLOCK_Y * ROWS), ceil_div(n - 2, PLANES));
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
