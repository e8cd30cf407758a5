// WRONG: the offset of a row in bytes is a product of 32-bit numbers
// EXPECT score: 100
// EXPECT withheld: 2
// EXPECT cause: number of bytes that is a product of 32-bit numbers

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

#include <cstddef>

// ---- Five points of a plane: down the rows, three values of the column in registers -----------------------

// A grid of n x n floats, row by row. `pitch` is the distance of two rows, in bytes.
template <typename Byte, typename Float> struct Rows {
    Byte *base;
    unsigned pitch;
    __device__ Rows(Float *grid, unsigned n) : base(reinterpret_cast<Byte *>(grid)), pitch(n * sizeof(float)) {}
    __device__ Float *operator[](int j) const {
        return reinterpret_cast<Float *>(base + j * pitch); // <-- HERE
    }
};

enum { STRIP = 8, ACROSS = 128 };

__global__ void down_the_rows(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients w) {
    const int k = 1 + blockIdx.x * ACROSS + threadIdx.x;
    if (k >= n - 1) return;
    const Rows<const char, const float> from(in, n);
    const Rows<char, float> to(out, n);
    int j = 1 + blockIdx.y * STRIP;
    const int stop = min(j + STRIP, n - 1);
    float up = from[j - 1][k], mid = from[j][k];
#pragma unroll 8
    for (; j < stop; ++j) {
        const float *row = from[j];
        const float low = from[j + 1][k];
        to[j][k] = w.c[0] * mid + w.c[1] * row[k - 1] + w.c[2] * row[k + 1] + w.c[3] * up + w.c[4] * low;
        up = mid;
        mid = low;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return; // all of it is boundary
    down_the_rows<<<dim3(ceil_div(n - 2, ACROSS), ceil_div(n - 2, STRIP)), ACROSS>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: two rows a thread, which share what lies between them ----------------------------------

namespace thick {

constexpr int WIDTH = 32, TEAMS = 8, CLIMB = 16;

struct Column { // z-2 .. z+2 of one (x, y)
    float a, b, c, d, e;
    __device__ __forceinline__ void step(float fresh) { a = b, b = c, c = d, d = e, e = fresh; }
};

__device__ __forceinline__ float along_z(const FourthCoefficients &w, const Column &v) {
    return w.c[9] * v.a + w.c[10] * v.b + w.c[0] * v.c + w.c[11] * v.d + w.c[12] * v.e;
}

__device__ __forceinline__ float along_x(const FourthCoefficients &w, const float *p) {
    return w.c[1] * p[-2] + w.c[2] * p[-1] + w.c[3] * p[1] + w.c[4] * p[2];
}

__device__ __forceinline__ float along_y(const FourthCoefficients &w, float m2, float m1, float p1, float p2) {
    return w.c[5] * m2 + w.c[6] * m1 + w.c[7] * p1 + w.c[8] * p2;
}

__global__ void two_rows(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients w) {
    const int x = 2 + blockIdx.x * WIDTH + threadIdx.x;
    const int y = 2 + 2 * (blockIdx.y * TEAMS + threadIdx.y); // this thread's rows: y and y+1
    if (x > n - 3 || y > n - 3) return;
    const bool both = y + 1 <= n - 3; // not so in the last row of an odd grid
    int z = 2 + blockIdx.z * CLIMB;
    const int stop = min(z + CLIMB, n - 2);
    const ptrdiff_t plane = (ptrdiff_t)n * n;
    const float *p = in + z * plane + (ptrdiff_t)y * n + x;
    float *q = out + (p - in);
    Column one = {0, p[-2 * plane], p[-plane], p[0], p[plane]};
    const float *r = p + n;
    Column two = {0, r[-2 * plane], r[-plane], r[0], r[plane]};
    for (; z < stop; ++z, p += plane, q += plane) {
        one.step(p[2 * plane]);
        two.step(p[2 * plane + n]);
        const float above2 = p[-2 * n], above = p[-n], below = p[2 * n];
        const float below2 = both ? p[3 * n] : 0;
        q[0] = along_z(w, one) + along_x(w, p) + along_y(w, above2, above, two.c, below);
        if (both) q[n] = along_z(w, two) + along_x(w, p + n) + along_y(w, above, one.c, below, below2);
    }
}

} // namespace thick

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    const int inner = n - 4;
    const dim3 blocks(ceil_div(inner, thick::WIDTH), ceil_div(inner, 2 * thick::TEAMS), ceil_div(inner, thick::CLIMB));
    thick::two_rows<<<blocks, dim3(thick::WIDTH, thick::TEAMS)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double: every thread computes, those at the edge of the block fetch the halo ---------

namespace framed {

constexpr int BX = 32, BY = 8, UP = 20;

__global__ void seven(const double *__restrict__ in, double *__restrict__ out, int n, DoubleCoefficients w) {
    __shared__ double tile[BY + 2][BX + 2];
    const int k = 1 + blockIdx.x * BX + threadIdx.x, j = 1 + blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1; // this thread's cell of the tile
    const bool computes = k <= n - 2 && j <= n - 2;
    const bool fetches = k <= n - 1 && j <= n - 1; // the boundary behind the last point, too
    const size_t step = (size_t)n * n;
    const int first = 1 + blockIdx.z * UP, last = min(first + UP - 1, n - 2);
    size_t p = first * step + (size_t)j * n + k;
    double low = fetches ? in[p - step] : 0, here = fetches ? in[p] : 0;
    for (int i = first; i <= last; ++i, p += step) {
        const double high = fetches ? in[p + step] : 0;
        tile[ty][tx] = here;
        if (computes) {
            if (tx == 1) tile[ty][0] = in[p - 1];
            if (tx == BX) tile[ty][BX + 1] = in[p + 1];
            if (ty == 1) tile[0][tx] = in[p - n];
            if (ty == BY) tile[BY + 1][tx] = in[p + n];
        }
        __syncthreads(); // the tile is filled
        if (computes) {
            double sum = w.c[0] * here;
            sum += w.c[1] * tile[ty][tx - 1] + w.c[2] * tile[ty][tx + 1];
            sum += w.c[3] * tile[ty - 1][tx] + w.c[4] * tile[ty + 1][tx];
            sum += w.c[5] * low + w.c[6] * high;
            out[p] = sum;
        }
        __syncthreads(); // nobody needs it any more
        low = here;
        here = high;
    }
}

} // namespace framed

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    const dim3 blocks(ceil_div(n - 2, framed::BX), ceil_div(n - 2, framed::BY), ceil_div(n - 2, framed::UP));
    framed::seven<<<blocks, dim3(framed::BX, framed::BY)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
