// WRONG: the distance in bytes is kept in an int, which ends at 2 GiB
// EXPECT score: 100
// EXPECT withheld: 1
// EXPECT says: The address is made of the product in this line, which is kept in a variable of type `int`

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
    ROWS = 4,    // a thread of the wide kernel computes four points of this many rows
    PLANES = 2,  // in this many planes; a block of the plain kernel computes as many
    WARP = 32,
};
constexpr unsigned EVERY_LANE = 0xffffffff; // a mask for shuffles

// A float4 as a vector.
__device__ float4 operator*(float a, float4 v) {
    return make_float4(a * v.x, a * v.y, a * v.z, a * v.w);
}
__device__ float4 operator+(float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

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
    if (x < n - 1 && y < n - 1) {
        auto at = [=](int z) { return ((size_t)z * n + y) * n + x; };
        float column[3] = {in[at(first - 1)], in[at(first)], 0};
        for (int z = first; z < end; ++z) {
            column[2] = in[at(z + 1)];
            const float *here = in + at(z);
            out[at(z)] = seven_points(c, column[1], here[-1], here[1], *(here - n), *(here + n), column[0], column[2]);
            column[0] = column[1];
            column[1] = column[2];
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
    const char *bytes = reinterpret_cast<const char *>(in); // one address computation in bytes
    const int offset = p * sizeof(float); // <-- HERE
    four = *reinterpret_cast<const float4 *>(bytes + offset);
    // end 7.2
    return four;
}

// Stores the points p .. p+3, whose x are x .. x+3, except those on the boundary: x = 0 and x = n-1.
__device__ void store_four(float *__restrict__ out, size_t p, int x, int n, float4 sum) {
    // TODO 7.2 (store): one store wherever all four may be written.
    //   Expected: out keeps its boundary, which is not read and written back either.
    float *to = out + p;
    if (x == 0)
        to[1] = sum.y, to[2] = sum.z, to[3] = sum.w;
    else if (x == n - 4)
        to[0] = sum.x, to[1] = sum.y, to[2] = sum.z;
    else
        *reinterpret_cast<float4 *>(to) = sum;
    // end 7.2
}

// What the lanes at the ends of a warp load besides: the first one point p-1, the last one point p+4, where
// the row has them. 0 in all other lanes.
__device__ float load_end(const float *__restrict__ in, size_t p, int x, int n) {
    float end = 0;
    // TODO 7.2 (ends): load it in these two lanes.
    //   Expected: no read outside the row.
    const int lane = threadIdx.x;      // BLOCK_X is a warp
    if (lane % (WARP - 1)) return end; // neither 0 nor 31
    const bool row_has_it = lane ? x + 4 < n : x > 0;
    if (row_has_it) end = lane ? in[p + 4] : in[p - 1];
    // end 7.2
    return end;
}

// The points left and right of `here`; `end` is what load_end returned. Every lane of the warp must call it.
__device__ float2 take_sides(float4 here, float end) {
    float2 sides = {0, 0};
    // TODO 7.2 (sides): set sides.x to the point before here.x and sides.y to the point behind here.w.
    //   Expected: nothing is loaded. Which lane has them already?
    sides.x = __shfl_up_sync(EVERY_LANE, here.w, 1);
    sides.y = __shfl_down_sync(EVERY_LANE, here.x, 1);
    if (threadIdx.x == 0) sides.x = end;
    if (threadIdx.x == WARP - 1) sides.y = end;
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
    if (y > n - 2) return;
    const bool stores = 4 * group < n;
    float4 v[PLANES + 2][ROWS + 2];
    float end[PLANES + 2][ROWS + 2];
#pragma unroll
    for (int a = 0; a <= PLANES + 1; ++a)
#pragma unroll
        for (int b = 0; b <= ROWS + 1; ++b) {
            const bool face_z = a == 0 || a == PLANES + 1, face_y = b == 0 || b == ROWS + 1;
            if (face_z && face_y) continue;
            v[a][b] = load_four(in, place(x, y - 1 + b, z - 1 + a, n));
            if (!face_z && !face_y) end[a][b] = load_end(in, place(x, y - 1 + b, z - 1 + a, n), x, n);
        }
#pragma unroll
    for (int a = 1; a <= PLANES; ++a)
#pragma unroll
        for (int b = 1; b <= ROWS; ++b) {
            const float4 o = v[a][b];
            const float2 sides = take_sides(o, end[a][b]);
            const float4 left = {sides.x, o.x, o.y, o.z}, right = {o.y, o.z, o.w, sides.y};
            const float4 sum = c.c[0] * o + c.c[1] * left + c.c[2] * right + c.c[3] * v[a][b - 1] +
                               c.c[4] * v[a][b + 1] + c.c[5] * v[a - 1][b] + c.c[6] * v[a + 1][b];
            if (stores && y - 1 + b < n - 1 && z - 1 + a < n - 1)
                store_four(out, place(x, y - 1 + b, z - 1 + a, n), x, n, sum);
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
