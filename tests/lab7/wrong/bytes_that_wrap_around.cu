// WRONG: bytes are counted in 32 bits, which wrap around from element 2^30 on
// EXPECT score: 100
// EXPECT withheld: 5
// EXPECT says: The number of bytes in this line is kept in a variable of type `unsigned`

// Lab 7: beyond the textbook. The same stencil as fast as you can, in one sweep, by any technique.
// Blocks are 1D, a warp is a pair of rows, and the two rows march together.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#include <cstdint>

namespace {

constexpr int WARP = 32;
constexpr int PAIRS = 4;   // warps of a block of the wide kernel
constexpr int DEEP = 6;    // planes that it marches
constexpr int PLANES = 10; // planes that a block of the plain kernel marches
constexpr unsigned EVERY_LANE = 0xffffffff;

// Where element e of an array of floats lies. All arithmetic of the plain kernel is done in elements, here
// they become bytes, as in the machine.
template <class T>
__device__ __forceinline__ T &at(T *array, int e) {
    const unsigned bytes = 4u * e; // never negative // <-- HERE
    return *reinterpret_cast<T *>(reinterpret_cast<intptr_t>(array) + bytes);
}

} // namespace

// ---- Any n: one point a thread ----------------------------------------------------------------------------

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x; // the thread's column, range [1, n-2], and past it
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;  // this block computes the planes first .. end-1
    int end = min(first + PLANES, n - 1); // none of them is plane n-1
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    if (x + 1 >= n || y + 1 >= n) return;
    for (int z = first; z < end; ++z) {
        int e = (z * n + y) * n + x;
        float s = c.c[0] * at(in, e);
        s += c.c[1] * at(in, e - 1) + c.c[2] * at(in, e + 1);
        s += c.c[3] * at(in, e - n) + c.c[4] * at(in, e + n);
        s += c.c[5] * at(in, e - n * n) + c.c[6] * at(in, e + n * n);
        at(out, e) = s;
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
    out += p;
    const bool leftmost = x < 1, rightmost = x + 4 > n - 1;
    if (leftmost || rightmost) {
        if (rightmost) out[0] = sum.x;
        out[1] = sum.y;
        out[2] = sum.z;
        if (leftmost) out[3] = sum.w;
    } else
        *reinterpret_cast<float4 *>(out) = sum;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    const int lane = threadIdx.x % WARP;
    const bool l = lane == 0 && x >= 4, r = lane == 31 && x + 4 <= n - 4;
    if (l || r) end = *(in + p + (l ? -1 : 4));
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    const float l = __shfl_sync(EVERY_LANE, here.w, (lane + 31) % WARP);
    const float r = __shfl_sync(EVERY_LANE, here.x, (lane + 1) % WARP);
    sides.x = lane > 0 ? l : end;
    sides.y = lane < 31 ? r : end;
    // end 7.2
    return sides;
}

// The four sums of `here`, with its sides and the four float4 beside it.
__device__ float4 four_sums(const StencilCoefficients &c, float4 here, float2 sides, float4 low, float4 high,
                            float4 below, float4 above) {
    auto sum = [&](float l, float m, float r, float y0, float y1, float z0, float z1) {
        return c.c[0] * m + c.c[1] * l + c.c[2] * r + c.c[3] * y0 + c.c[4] * y1 + c.c[5] * z0 + c.c[6] * z1;
    };
    return make_float4(sum(sides.x, here.x, here.y, low.x, high.x, below.x, above.x),
                       sum(here.x, here.y, here.z, low.y, high.y, below.y, above.y),
                       sum(here.y, here.z, here.w, low.z, high.z, below.z, above.z),
                       sum(here.z, here.w, sides.y, low.w, high.w, below.w, above.w));
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const int x = 4 * (lane + WARP * blockIdx.x);
    const int y = 1 + 2 * (warp + PAIRS * blockIdx.y); // odd; n-2 rows are even, so row y+1 is interior too
    int z = 1 + DEEP * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    if (y > n - 2) return;
    const bool used = x < n;
    auto load = [&](size_t p) { return used ? load_four(in, p) : make_float4(0, 0, 0, 0); };
    const size_t plane = (size_t)n * n;
    size_t p = ((size_t)z * n + y) * n + x, q = p + n; // in the two rows
    float4 below_p = load(p - plane), below_q = load(q - plane);
    float4 here_p = load(p), here_q = load(q);
    for (const int end = min(z + DEEP, n - 1); z < end; ++z, p += plane, q += plane) {
        const float4 above_p = load(p + plane), above_q = load(q + plane);
        const float4 low = load(p - n), high = load(q + n);
        const float end_p = load_end(in, p, x, n), end_q = load_end(in, q, x, n);
        const float2 sides_p = take_sides(here_p, end_p), sides_q = take_sides(here_q, end_q);
        const float4 sum_p = four_sums(c, here_p, sides_p, low, here_q, below_p, above_p);
        const float4 sum_q = four_sums(c, here_q, sides_q, here_p, high, below_q, above_q);
        if (used) {
            store_four(out, p, x, n, sum_p);
            store_four(out, q, x, n, sum_q);
        }
        below_p = here_p, here_p = above_p;
        below_q = here_q, here_q = above_q;
    }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    const int inner = n - 2;
    if (n == 4 || n % 4) {
        dim3 block(WARP, 8), grid(ceil_div(inner, WARP), ceil_div(inner, 8), ceil_div(inner, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n / 4, WARP), ceil_div(inner / 2, PAIRS), ceil_div(inner, DEEP));
        wide_stencil_kernel<<<grid, WARP * PAIRS>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
