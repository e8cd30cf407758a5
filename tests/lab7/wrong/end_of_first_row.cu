// WRONG: what the ends of a warp load is taken from the first row for every row of the brick
// EXPECT test: 7.2/n=132
// EXPECT pass: 7.2/n=128
// EXPECT cause: its own load brings another element
// EXPECT hides: a shuffle gives it its own value back

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

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

__global__ void plain_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                     StencilCoefficients c) {
    int x = 1 + threadIdx.x + blockIdx.x * blockDim.x; // the thread's column, range [1, n-2], and past it
    int y = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES;  // this block computes the planes first .. end-1
    int end = min(first + PLANES, n - 1); // none of them is plane n-1
    // TODO 7.1: compute the points of column (x, y) in these planes.
    if (x < n - 1 && y < n - 1) {
        for (int z = first; z < end; z++) {
            int i = (z * n + y) * n + x;
            out[i] = seven_points(c, in[i], in[i - 1], in[i + 1], in[i - n], in[i + n], in[i - n * n], in[i + n * n]);
        }
    }
    // end 7.1
}

// The points p .. p+3, p a multiple of 4.
__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    four = ((const float4 *)in)[p / 4];
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    const bool head = x == 0, tail = x == n - 4;
    if (!head && !tail) {
        ((float4 *)out)[p / 4] = sum;
        return;
    }
    if (!head) out[p] = sum.x;
    out[p + 1] = sum.y;
    out[p + 2] = sum.z;
    if (!tail) out[p + 3] = sum.w;
    // end 7.2
}

// What the lanes at the ends of a warp load besides.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    switch (threadIdx.x % WARP) {
    case 0:
        if (x > 0) end = in[p - 1];
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
    int lane = threadIdx.x & 31;
    float up = __shfl_up_sync(EVERY_LANE, here.w, 1), down = __shfl_down_sync(EVERY_LANE, here.x, 1);
    sides = make_float2(lane > 0 ? up : end, lane < 31 ? down : end);
    // end 7.2
    return sides;
}

// Where point x, y, z lies.
__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

#define EACH(i, count) _Pragma("unroll") for (int i = 0; i < count; ++i)

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x; // four points of a row
    int x = min(4 * group, n - 4);
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // the same for a whole warp
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: the brick and its four faces, each in an array of its own.
    if (y > n - 2) return;
    auto quad = [&](int dy, int dz) { return load_four(in, place(x, y + dy, z + dz, n)); };
    float4 core[PLANES][ROWS], front[PLANES], back[PLANES], bottom[ROWS], top[ROWS];
    float ends[PLANES][ROWS];
    EACH(k, PLANES) {
        EACH(j, ROWS) core[k][j] = quad(j, k);
        front[k] = quad(-1, k);
        back[k] = quad(ROWS, k);
    }
    EACH(j, ROWS) {
        bottom[j] = quad(j, -1);
        top[j] = quad(j, PLANES);
    }
    EACH(k, PLANES) EACH(j, ROWS) ends[k][j] = load_end(in, place(x, y, z + k, n), x, n); // <-- HERE

    EACH(k, PLANES) EACH(j, ROWS) {
        float4 m = core[k][j];
        float4 s = j > 0 ? core[k][j - 1] : front[k], t = j < ROWS - 1 ? core[k][j + 1] : back[k];
        float4 d = k > 0 ? core[k - 1][j] : bottom[j], u = k < PLANES - 1 ? core[k + 1][j] : top[j];
        float2 side = take_sides(m, ends[k][j]);
        float4 sum = {seven_points(c, m.x, side.x, m.y, s.x, t.x, d.x, u.x),
                      seven_points(c, m.y, m.x, m.z, s.y, t.y, d.y, u.y),
                      seven_points(c, m.z, m.y, m.w, s.z, t.z, d.z, u.z),
                      seven_points(c, m.w, m.z, side.y, s.w, t.w, d.w, u.w)};
        if (4 * group < n && y + j < n - 1 && z + k < n - 1) store_four(out, place(x, y + j, z + k, n), x, n, sum);
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
