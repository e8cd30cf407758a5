// WRONG: a row of the block is half a warp, and lanes are counted to 31
// EXPECT test: 7.2/n=260..264/4
// EXPECT cause: so a warp holds threads of several rows

// Lab 7: beyond the textbook. The same stencil as fast as you can, in one sweep, by any technique. The
// handout is README.md beside this file.
//
//   make lab7 && ./grade lab7     builds this file and grades it
//   ./grade hint lab7 7.1         the next hint for TODO 7.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// Blocks of 16 x 16: square ones ask for fewer faces.
constexpr int BLOCK_X = 16, BLOCK_Y = 16; // BLOCK_X must be a power of two, at most a warp
constexpr int ROWS = 2, PLANES = 2;
constexpr int WARP = 32;
constexpr unsigned EVERY_LANE = 0xffffffffu;

// The place of this thread in its row of the block
__device__ int lane_in_row() {
    int t = threadIdx.y * BLOCK_X + threadIdx.x;
    return t & (WARP - 1); // <-- HERE
}

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
    //   Expected: right for every n; boundary points of out keep what they hold.
    const int last = n - 2;
    if (x > last) return;
    if (y > last) return;
    const size_t sy = n, sz = sy * n;
    for (int z = first; z < end; z++) {
        const size_t i = z * sz + y * sy + x;
        out[i] = seven_points(c, in[i], in[i - 1], in[i + 1], in[i - sy], in[i + sy], in[i - sz], in[i + sz]);
    }
    // end 7.1
}

__device__ float4 load_four(const float *__restrict__ in, size_t p) {
    float4 four = {0, 0, 0, 0};
    // TODO 7.2 (load): set four to these points, with one load.
    //   Expected: a warp loads 128 points with one request.
    four = *reinterpret_cast<const float4 *>(&in[p]);
    // end 7.2
    return four;
}

__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    const bool has_first = x == 0, has_last = x + 4 == n;
    if (has_first || has_last) {
        const float v[4] = {sum.x, sum.y, sum.z, sum.w};
#pragma unroll
        for (int m = 0; m < 4; m++)
            if (!(has_first && m == 0) && !(has_last && m == 3)) out[p + m] = v[m];
    } else {
        *reinterpret_cast<float4 *>(&out[p]) = sum;
    }
    // end 7.2
}

__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    const int lane = lane_in_row();
    if (lane == 0 && x > 0)
        end = in[p - 1];
    else if (lane == BLOCK_X - 1 && x + 4 < n)
        end = in[p + 4];
    // end 7.2
    return end;
}

__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    const int lane = lane_in_row();
    sides.x = __shfl_up_sync(EVERY_LANE, here.w, 1);
    sides.y = __shfl_down_sync(EVERY_LANE, here.x, 1);
    if (lane == 0) sides.x = end;
    if (lane == BLOCK_X - 1) sides.y = end;
    // end 7.2
    return sides;
}

__device__ size_t place(int x, int y, int z, int n) {
    return ((size_t)min(z, n - 1) * n + min(y, n - 1)) * n + x;
}

__global__ void wide_stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                                    StencilCoefficients c) {
    int group = threadIdx.x + blockIdx.x * blockDim.x; // four points of a row
    int x = min(4 * group, n - 4);                     // lanes past the row take its last four once more
    int y = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    int z = 1 + PLANES * blockIdx.z;
    // TODO 7.3: compute the brick of 4 x ROWS x PLANES points at x, y, z. Load it and its faces first, then
    // make the sums; lanes past the row store nothing.
    //   Expected: at most 4.1 values asked of memory for a point.
    // Nobody returns: a warp has two rows here, and the second may lie past the grid where the first does not.
    float4 v[PLANES + 2][ROWS + 2];
    float e[PLANES][ROWS];
#pragma unroll
    for (int i = 0; i < (PLANES + 2) * (ROWS + 2); i++) {
        const int a = i / (ROWS + 2), b = i % (ROWS + 2);
        const bool in_z = a > 0 && a <= PLANES, in_y = b > 0 && b <= ROWS;
        if (in_z || in_y) v[a][b] = load_four(in, place(x, y + b - 1, z + a - 1, n));
        if (in_z && in_y) e[a - 1][b - 1] = load_end(in, place(x, y + b - 1, z + a - 1, n), x, n);
    }
#pragma unroll
    for (int i = 0; i < PLANES * ROWS; i++) {
        const int a = 1 + i / ROWS, b = 1 + i % ROWS;
        const float4 m = v[a][b], s = v[a][b - 1], t = v[a][b + 1], d = v[a - 1][b], u = v[a + 1][b];
        const float2 side = take_sides(m, e[a - 1][b - 1]);
        float4 sum;
        sum.x = seven_points(c, m.x, side.x, m.y, s.x, t.x, d.x, u.x);
        sum.y = seven_points(c, m.y, m.x, m.z, s.y, t.y, d.y, u.y);
        sum.z = seven_points(c, m.z, m.y, m.w, s.z, t.z, d.z, u.z);
        sum.w = seven_points(c, m.w, m.z, side.y, s.w, t.w, d.w, u.w);
        const int row = y + b - 1, plane = z + a - 1;
        if (4 * group < n && row < n - 1 && plane < n - 1) store_four(out, place(x, row, plane, n), x, n, sum);
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
