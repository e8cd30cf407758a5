// WRONG: the blocks are shared out among the SMs, and a GPU with few of them has none
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: How many blocks there are is worked out here

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
    ROWS = 2,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 4,  // in this many planes; a block of the plain kernel computes as many
    WARP = 32,
    SLABS = 16, // the wide kernel cuts the grid into so many parts
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
    if (x > n - 2 || y > n - 2) return; // no barrier and no shuffle follows
    size_t plane = (size_t)n * n, p = first * plane + (size_t)y * n + x;
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
    four = *reinterpret_cast<const float4 *>(in + p);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
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
    int lane = threadIdx.x % WARP;
    bool left = lane == 0 && x > 0, right = lane == WARP - 1 && x + 4 < n;
    if (left || right) end = in[left ? p - 1 : p + 4];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
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
    int columns = ceil_div(n / 4, BLOCK_X), rows = ceil_div(n - 2, BLOCK_Y * ROWS); // blocks in x and y
    int layers = ceil_div(n - 2, PLANES);
    // Slab blockIdx.y has every SLABS-th layer, and its blocks take its bricks in turn.
    int own = (layers - (int)blockIdx.y + SLABS - 1) / SLABS;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    int lane = threadIdx.x % WARP;
    for (int brick = blockIdx.x; brick < columns * rows * own; brick += gridDim.x) {
        int group = threadIdx.x + brick % columns * BLOCK_X; // four points of a row
        int x = min(4 * group, n - 4);                       // lanes past the row take its last four once more
        int y = 1 + ROWS * (threadIdx.y + brick / columns % rows * BLOCK_Y); // the same for a whole warp
        int z = 1 + PLANES * (blockIdx.y + SLABS * (brick / (columns * rows)));
        if (y > n - 2 || 4 * (group - lane) >= n) continue; // whole warps: past the last row, or past its end
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
    }
    // end 7.3
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(BLOCK_X, BLOCK_Y, 1);
    if (n % 4 == 0 && n > 4) {
        // As many blocks as the GPU holds at a time, two for each SM; each slab has its share of the SMs.
        int device = 0, sms = 0;
        if (!CUDA_CHECK(cudaGetDevice(&device)) ||
            !CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device)))
            sms = 64; // any number is right
        dim3 grid(2 * (sms / SLABS), SLABS);
        wide_stencil_kernel<<<grid, block>>>(in, out, n, c);
    } else {
        dim3 grid(ceil_div(n - 2, BLOCK_X), ceil_div(n - 2, BLOCK_Y), ceil_div(n - 2, PLANES));
        plain_stencil_kernel<<<grid, block>>>(in, out, n, c);
    }
    CUDA_CHECK(cudaGetLastError());
}
