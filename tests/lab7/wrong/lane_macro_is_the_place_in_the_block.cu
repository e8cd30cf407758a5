// WRONG: a macro takes threadIdx.x for the lane, in blocks of 64
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: but a warp has 32 lanes

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
        64, // threads of a block in x: two warps, so that a block has 256 points of a row
    BLOCK_Y = 4, // threads of a block in y
    ROWS = 1,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 8,  // in this many planes, one after the other; a block of the plain kernel computes as many
    WARP = 32,
};
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

// where this thread is in its warp
#define LANE ((int)threadIdx.x) // <-- HERE
#define FIRST_LANE (LANE == 0)
#define LAST_LANE (LANE == WARP - 1)

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
    bool mine = x <= n - 2 && y <= n - 2;
    for (int z = first; mine && z < end; ++z) {
        size_t p = ((size_t)z * n + y) * n + x, up = (size_t)n * n;
        out[p] = seven_points(c, in[p], in[p - 1], in[p + 1], in[p - n], in[p + n], in[p - up], in[p + up]);
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
    if (x > 0 && x < n - 4) {
        reinterpret_cast<float4 *>(out)[p / 4] = sum;
    } else {
        const float four[4] = {sum.x, sum.y, sum.z, sum.w};
#pragma unroll
        for (int m = 0; m < 4; ++m)
            if (x + m >= 1 && x + m <= n - 2) out[p + m] = four[m];
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    if (FIRST_LANE && x > 0) end = in[p - 1];
    if (LAST_LANE && x + 4 < n) end = in[p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    sides = make_float2(__shfl_up_sync(EVERY_LANE, here.w, 1), __shfl_down_sync(EVERY_LANE, here.x, 1));
    if (FIRST_LANE) sides.x = end;
    if (LAST_LANE) sides.y = end;
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
    // A march, with float4 in place of the float of lab 6, and no shared memory.
    if (y > n - 2 || 4 * (group - LANE) >= n) return; // all of the warp
    float4 below = load_four(in, place(x, y, z - 1, n)), here = load_four(in, place(x, y, z, n));
    for (int stop = min(z + PLANES, n - 1); z < stop; ++z) {
        size_t p = place(x, y, z, n);
        float4 above = load_four(in, p + (size_t)n * n), low = load_four(in, p - n), high = load_four(in, p + n);
        float2 sides = take_sides(here, load_end(in, p, x, n));
        float4 sum = make_float4(seven_points(c, here.x, sides.x, here.y, low.x, high.x, below.x, above.x),
                                 seven_points(c, here.y, here.x, here.z, low.y, high.y, below.y, above.y),
                                 seven_points(c, here.z, here.y, here.w, low.z, high.z, below.z, above.z),
                                 seven_points(c, here.w, here.z, sides.y, low.w, high.w, below.w, above.w));
        if (4 * group < n) store_four(out, p, x, n, sum);
        below = here;
        here = above;
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
