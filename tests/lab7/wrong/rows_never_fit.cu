// WRONG: n & 3 == 0 in a helper: the wide kernel is never launched
// EXPECT score: 55
// EXPECT cause: `rows_fit` is asked there: `==` and `!=` bind more tightly than `&`

// Lab 7: beyond the textbook. The same stencil as fast as you can, in one sweep, by any technique.
// A brick whose shape is a template parameter, so that I can try shapes.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

constexpr int WARP = 32, WARPS = 4;
constexpr int COLUMN = 16; // planes of a block of the plain kernel
constexpr unsigned EVERY_LANE = ~0u;

// Does each row begin at a multiple of 16 bytes?
static bool rows_fit(int n) {
    return n & 3 == 0; // <-- HERE
}

// ---- Any n: one point a thread ----------------------------------------------------------------------------

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x; // the thread's column, range [1, n-2], and past it
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int z = 1 + blockIdx.z * COLUMN;
    // TODO 7.1: compute the points of column (x, y) in these planes.
    //   Expected: right for every n; boundary points of out keep what they hold.
    if (x >= n - 1 || y >= n - 1) return;
    const size_t plane = (size_t)n * n;
    const float *q = in + z * plane + (size_t)y * n + x; // walks up the column
    float *r = out + (q - in);
    for (int left = min(COLUMN, n - 1 - z); left > 0; --left) {
        *r = c.c[0] * q[0] + c.c[1] * q[-1] + c.c[2] * q[1] + c.c[3] * *(q - n) + c.c[4] * *(q + n) +
             c.c[5] * *(q - plane) + c.c[6] * *(q + plane);
        q += plane;
        r += plane;
    }
    // end 7.1
}

// ---- n a multiple of 4: every row begins where a float4 may -----------------------------------------------

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = __ldg(reinterpret_cast<const float4 *>(in) + p / 4);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    if (x > 0 && x + 4 < n) {
        reinterpret_cast<float4 *>(out)[p / 4] = sum;
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
    switch (threadIdx.x) {
        case 0:
            if (x != 0) end = in[p - 1];
            break;
        case WARP - 1:
            if (x + 4 < n) end = in[p + 4];
            break;
    }
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    sides = make_float2(__shfl_up_sync(EVERY_LANE, here.w, 1), __shfl_down_sync(EVERY_LANE, here.x, 1));
    if (threadIdx.x == 0) sides.x = end;
    if (threadIdx.x == WARP - 1) sides.y = end;
    // end 7.2
    return sides;
}

// a + k * b, four times
__device__ float4 plus(float4 a, float k, float4 b) {
    return make_float4(a.x + k * b.x, a.y + k * b.y, a.z + k * b.z, a.w + k * b.w);
}

template <int ROWS, int PLANES>
__global__ void __launch_bounds__(WARP *WARPS)
    wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    const int x = 4 * (threadIdx.x + blockIdx.x * WARP);
    const int y = 1 + ROWS * (threadIdx.y + blockIdx.y * WARPS); // the same for a whole warp
    const int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    if (y >= n - 1) return;
    const bool in_row = x < n;
    auto index = [=](int i, int j) { return ((size_t)(z + i) * n + (y + j)) * n + x; };

    float4 brick[PLANES + 2][ROWS + 2]; // [0] and [.. + 1] are the faces, edges stay unused
    float ends[PLANES][ROWS];
#pragma unroll
    for (int i = -1; i <= PLANES; ++i) {
#pragma unroll
        for (int j = -1; j <= ROWS; ++j) {
            const bool face_z = i == -1 || i == PLANES, face_y = j == -1 || j == ROWS;
            const bool exists = z + i < n && y + j < n; // the last brick may stick out
            if (face_z && face_y) continue;
            brick[i + 1][j + 1] =
                in_row && exists ? load_four(in, index(i, j)) : make_float4(0, 0, 0, 0);
            if (!face_z && !face_y)
                ends[i][j] = z + i < n - 1 && y + j < n - 1 ? load_end(in, index(i, j), x, n) : 0;
        }
    }
#pragma unroll
    for (int i = 0; i < PLANES; ++i) {
#pragma unroll
        for (int j = 0; j < ROWS; ++j) {
            const float4 here = brick[i + 1][j + 1];
            const float2 sides = take_sides(here, ends[i][j]);
            float4 sum = plus(make_float4(0, 0, 0, 0), c.c[0], here);
            sum = plus(sum, c.c[1], make_float4(sides.x, here.x, here.y, here.z));
            sum = plus(sum, c.c[2], make_float4(here.y, here.z, here.w, sides.y));
            sum = plus(sum, c.c[3], brick[i + 1][j]);
            sum = plus(sum, c.c[4], brick[i + 1][j + 2]);
            sum = plus(sum, c.c[5], brick[i][j + 1]);
            sum = plus(sum, c.c[6], brick[i + 2][j + 1]);
            if (in_row && z + i < n - 1 && y + j < n - 1) store_four(out, index(i, j), x, n, sum);
        }
    }
    // end 7.3
}

template <int ROWS, int PLANES>
static void launch_wide(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(WARP, WARPS);
    dim3 grid(ceil_div(n / 4, WARP), ceil_div(n - 2, ROWS * WARPS), ceil_div(n - 2, PLANES));
    wide_stencil_kernel<ROWS, PLANES><<<grid, block>>>(in, out, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    if (n > 4 && rows_fit(n)) {
        launch_wide<2, 3>(in, out, n, c);
    } else {
        dim3 block(WARP, WARPS);
        dim3 grid(ceil_div(n - 2, WARP), ceil_div(n - 2, WARPS), ceil_div(n - 2, COLUMN));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
