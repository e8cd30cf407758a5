// WRONG: the end of the next step is loaded from this step's plane; a switch whose cases return stands in the helper
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: The arguments of this call
// EXPECT todo: 7.3

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
    ROWS = 1,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 8,  // in this many planes; a block of the plain kernel computes as many
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
    if (max(x, y) > n - 2) return;
    const size_t plane = (size_t)n * n;
    const float *q = in + (first * plane + (size_t)y * n + x);
    float *o = out + (q - in);
    float z0 = q[-(ptrdiff_t)plane], z1 = *q;
    for (int left = end - first; left > 0; --left, q += plane, o += plane) {
        const float z2 = q[plane];
        *o = seven_points(c, z1, q[-1], q[1], q[-n], q[n], z0, z2);
        z0 = z1, z1 = z2;
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
    const bool head = x == 0, tail = x == n - 4;
    if (head || tail) { // three of the four, the heads and the tails with the same requests
        out[p + 1] = sum.y;
        out[p + 2] = sum.z;
        out[head ? p + 3 : p] = head ? sum.w : sum.x;
    } else {
        reinterpret_cast<float4 *>(out)[p / 4] = sum;
    }
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    switch (threadIdx.x % WARP) {
    case 0: return x > 0 ? in[p - 1] : 0;
    case WARP - 1: return x < n - 4 ? in[p + 4] : 0;
    }
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    sides = make_float2(__shfl_up_sync(EVERY_LANE, here.w, 1), __shfl_down_sync(EVERY_LANE, here.x, 1));
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

// What a thread carries from plane to plane.
struct Step {
    float4 below, here;
    float end; // of the same plane as here
};

__device__ float4 four_sums(const StencilCoefficients &c, const Step &s, float2 side, float4 low, float4 high,
                            float4 above) {
    const float4 m = s.here, d = s.below;
    return make_float4(seven_points(c, m.x, side.x, m.y, low.x, high.x, d.x, above.x),
                       seven_points(c, m.y, m.x, m.z, low.y, high.y, d.y, above.y),
                       seven_points(c, m.z, m.y, m.w, low.z, high.z, d.z, above.z),
                       seven_points(c, m.w, m.z, side.y, low.w, high.w, d.w, above.w));
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
    // No brick: a short march. What the next plane needs is asked for one step ahead, the ends as well.
    if (y > n - 2) return; // whole warps
    const bool mine = 4 * group < n;
    const size_t plane = (size_t)n * n;
    const int stop = min(z + PLANES, n - 1);
    auto get = [&](size_t q) { return mine ? load_four(in, q) : make_float4(0, 0, 0, 0); };
    size_t p = place(x, y, z, n);
    Step now = {get(p - plane), get(p), load_end(in, p, x, n)};
    do {
        const Step next = {now.here, get(p + plane), load_end(in, p, x, n)}; // <-- HERE
        const float4 low = get(p - n), high = get(p + n);
        const float4 sum = four_sums(c, now, take_sides(now.here, now.end), low, high, next.here);
        if (mine) store_four(out, p, x, n, sum);
        now = next;
        p += plane;
    } while (++z < stop);
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
