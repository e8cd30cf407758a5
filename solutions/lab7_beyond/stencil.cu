// Lab 7, solved: four points of a row in one thread, a short march along z, nothing in shared memory.
//
//   make lab7 SOLUTION=1 && ./grade lab7 --solution

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// Three numbers to tune, each by one edit; BLOCK_X must be a multiple of a warp.
//
// BLOCK_X: a warp is 128 points of one row, and a load of it 512 bytes side by side.
//
// BLOCK_Y: rows of a block. What one warp loads as its y+1 another one finds in L1.
//
// PLANES: a block loads PLANES + 2 planes to compute PLANES. With few of them more is loaded from L2. With
// many of them the blocks that run at the same time are spread over more memory, and L2 loses planes before
// the blocks above use them.
enum {
    BLOCK_X = 32,
    BLOCK_Y = 8,
    PLANES = 8,
    WARP = 32,
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
    // 7.2 (store): only the first and the last four of a row hold a boundary point. They store an aligned
    // pair and one point more. Reading the boundary and writing it back would be a write all the same.
    bool first = x == 0, last = x + 4 == n;
    if (!first && !last) {
        *reinterpret_cast<float4 *>(out + p) = sum;
    } else {
        float2 pair = first ? make_float2(sum.z, sum.w) : make_float2(sum.x, sum.y);
        *reinterpret_cast<float2 *>(out + p + (first ? 2 : 0)) = pair;
        out[p + (first ? 1 : 2)] = first ? sum.y : sum.z;
    }
    // end 7.2
}

// The points p-1 and p+4, left and right of `here`. Every lane of the warp must call it.
__device__ float2 load_sides(const float *__restrict__ in, size_t p, int x, int n, float4 here) {
    float2 sides = {0, 0};
    // 7.2 (sides): the lanes beside this one hold them. Only the first and the last lane have no lane beside
    // them: they load, both with one request, unless the row ends there.
    int lane = threadIdx.x % WARP;
    sides.x = __shfl_up_sync(EVERY_LANE, here.w, 1);
    sides.y = __shfl_down_sync(EVERY_LANE, here.x, 1);
    bool left = lane == 0 && x > 0, right = lane == WARP - 1 && x + 4 < n;
    if (left || right) {
        float other = in[left ? p - 1 : p + 4];
        if (left) sides.x = other;
        if (right) sides.y = other;
    }
    // end 7.2
    return sides;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x; // four points of a row
    int x =
        min(4 * group, n - 4); // lanes past the row take its last four once more: a shuffle needs them all
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y; // the same for a whole warp
    int first = 1 + blockIdx.z * PLANES;
    int end = min(first + PLANES, n - 1);
    // 7.3: three planes in registers, and a fourth on its way while the sums are made.
    int lane = threadIdx.x % WARP;
    if (y > n - 2 || 4 * (group - lane) >= n) return; // whole warps: past the last row, or past its end
    size_t plane = (size_t)n * n;
    size_t p = first * plane + (size_t)y * n + x;
    float4 below = load_four(in, p - plane), here = load_four(in, p), above = load_four(in, p + plane);
    for (int z = first; z < end; ++z, p += plane) {
        float4 ahead = above;
        if (z + 1 < end) ahead = load_four(in, p + 2 * plane);
        float4 low = load_four(in, p - n), high = load_four(in, p + n); // y-1 and y+1
        float2 sides = load_sides(in, p, x, n, here);
        float4 sum;
        sum.x = seven_points(c, here.x, sides.x, here.y, low.x, high.x, below.x, above.x);
        sum.y = seven_points(c, here.y, here.x, here.z, low.y, high.y, below.y, above.y);
        sum.z = seven_points(c, here.z, here.y, here.w, low.z, high.z, below.z, above.z);
        sum.w = seven_points(c, here.w, here.z, sides.y, low.w, high.w, below.w, above.w);
        if (4 * group < n) store_four(out, p, x, n, sum);
        below = here;
        here = above;
        above = ahead;
    }
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
