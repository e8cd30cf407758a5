// WRONG: the first lane loads the point before its own at the beginning of a row, too
// EXPECT test: 7.2/counter-3
// EXPECT cause: have no such neighbour in their row

// Lab 7: the brick as a template, so that its shape can be tried out.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

#define BLOCK_X 32 // one warp
#define BLOCK_Y 8
#define ROWS    2
#define PLANES  4
#define WARP    32
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
    auto at = [=](int zz, int yy, int xx) { return ((size_t)zz * n + yy) * n + xx; };
    if (x < n - 1 && y < n - 1) {
        float v0, v1 = in[at(first - 1, y, x)], v2 = in[at(first, y, x)];
        for (int z = first; z != end; z++) {
            v0 = v1, v1 = v2, v2 = in[at(z + 1, y, x)];
            out[at(z, y, x)] = seven_points(c, v1, in[at(z, y, x - 1)], in[at(z, y, x + 1)],
                                            in[at(z, y - 1, x)], in[at(z, y + 1, x)], v0, v2);
        }
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
        out[p + 1] = sum.y, out[p + 2] = sum.z, out[p + 3] = sum.w;
    } else if (x == n - 4) {
        out[p] = sum.x, out[p + 1] = sum.y, out[p + 2] = sum.z;
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
    // two lanes at most, so one address and one load
    const int lane = threadIdx.x % WARP;
    const size_t beside = lane == 0 ? p - 1 : p + 4;
    const bool has = lane == 0 || (lane == WARP - 1 && x + 4 < n); // <-- HERE
    end = has ? in[beside] : 0.0f;
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = threadIdx.x % WARP;
    const float w = __shfl_up_sync(EVERY_LANE, here.w, 1);
    const float x = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides.x = lane > 0 ? w : end;
    sides.y = lane < WARP - 1 ? x : end;
    // end 7.2
    return sides;
}

// Where point x, y, z lies. A brick may reach past the last row and the last plane: there it gets the last
// one once more, which no stored sum uses.
__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

// R rows and P planes of four points, with their faces.
template <int R, int P> struct Brick {
    float4 v[P + 2][R + 2];
    float end[P][R];

    __device__ void load(const float *__restrict__ in, int x, int y, int z, int n) {
#pragma unroll
        for (int i = -1; i <= P; ++i)
#pragma unroll
            for (int j = -1; j <= R; ++j) {
                bool edge = (i == -1 || i == P) && (j == -1 || j == R);
                if (edge) continue;
                size_t p = place(x, y + j, z + i, n);
                v[i + 1][j + 1] = load_four(in, p);
                if (i >= 0 && i < P && j >= 0 && j < R) end[i][j] = load_end(in, p, x, n);
            }
    }

    __device__ float4 sum(const StencilCoefficients &c, int i, int j) const {
        float4 o = v[i + 1][j + 1], s = v[i + 1][j], t = v[i + 1][j + 2], b = v[i][j + 1], a = v[i + 2][j + 1];
        float2 side = take_sides(o, end[i][j]);
        return make_float4(seven_points(c, o.x, side.x, o.y, s.x, t.x, b.x, a.x),
                           seven_points(c, o.y, o.x, o.z, s.y, t.y, b.y, a.y),
                           seven_points(c, o.z, o.y, o.w, s.z, t.z, b.z, a.z),
                           seven_points(c, o.w, o.z, side.y, s.w, t.w, b.w, a.w));
    }
};

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
    const int warp_begins = 4 * (group - (int)threadIdx.x % WARP);
    if (y > n - 2 || warp_begins >= n) return;
    Brick<ROWS, PLANES> brick;
    brick.load(in, x, y, z, n);
#pragma unroll
    for (int i = 0; i < PLANES; ++i)
#pragma unroll
        for (int j = 0; j < ROWS; ++j) {
            float4 result = brick.sum(c, i, j); // all lanes: it shuffles
            bool there = 4 * group < n && y + j < n - 1 && z + i < n - 1;
            if (there) store_four(out, place(x, y + j, z + i, n), x, n, result);
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
