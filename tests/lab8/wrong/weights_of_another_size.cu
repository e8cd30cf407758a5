// WRONG: weights of double are copied with the size of floats
// EXPECT test: 8.3/n=8
// EXPECT cause: takes the size of another type

// Lab 8: other stencils.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- A plane: five points -------------------------------------------------------------------------------

#define STRIP 8 // rows a thread

__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int top = (blockIdx.y * blockDim.y + threadIdx.y) * STRIP + 1;
    if (k >= n - 1 || top >= n - 1) return;
    const int rows = min(STRIP, n - 1 - top);

    float column[3]; // the row above, this one, the row below: they take turns
    const float *at = in + (size_t)top * n + k;
    column[0] = *(at - n);
    column[1] = *at;
#pragma unroll
    for (int r = 0; r < STRIP; ++r) {
        if (r == rows) break;
        column[(r + 2) % 3] = at[n];
        out[at - in] = c.c[0] * column[(r + 1) % 3] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * column[r % 3] +
                       c.c[4] * column[(r + 2) % 3];
        at += n;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    const dim3 block(64, 2);
    const dim3 grid(ceil_div(n - 2, 64), ceil_div(n - 2, 2 * STRIP));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: 13 points ----------------------------------------------------------------------------

// Two points beside each other.
template <bool EVEN> struct Pair {
    static __device__ float2 get(const float *p) {
        if (EVEN) return *reinterpret_cast<const float2 *>(p);
        return make_float2(p[0], p[1]);
    }
    static __device__ void put(float *p, float2 v, bool both) {
        if (EVEN) {
            *reinterpret_cast<float2 *>(p) = v;
        } else {
            p[0] = v.x;
            if (both) p[1] = v.y;
        }
    }
};

// One plane: the column's values at z-2, z-1, z and z+1 are in a, b, m and d; e is loaded.
#define STEP(a, b, m, d, e)                                                                                  \
    {                                                                                                        \
        e = P::get(at + 2 * plane);                                                                          \
        const float2 l = P::get(at - 2), r = P::get(at + 2);                                                 \
        const float2 y0 = P::get(at - 2 * n), y1 = P::get(at - n), y2 = P::get(at + n), y3 = P::get(at + 2 * n); \
        float2 s;                                                                                            \
        s.x = c.c[0] * m.x + c.c[1] * l.x + c.c[2] * l.y + c.c[3] * m.y + c.c[4] * r.x;                      \
        s.y = c.c[0] * m.y + c.c[1] * l.y + c.c[2] * m.x + c.c[3] * r.x + c.c[4] * r.y;                      \
        s.x += c.c[5] * y0.x + c.c[6] * y1.x + c.c[7] * y2.x + c.c[8] * y3.x;                                \
        s.y += c.c[5] * y0.y + c.c[6] * y1.y + c.c[7] * y2.y + c.c[8] * y3.y;                                \
        s.x += c.c[9] * a.x + c.c[10] * b.x + c.c[11] * d.x + c.c[12] * e.x;                                 \
        s.y += c.c[9] * a.y + c.c[10] * b.y + c.c[11] * d.y + c.c[12] * e.y;                                 \
        P::put(out + (at - in), s, both);                                                                    \
        at += plane;                                                                                         \
        if (++i == end) return;                                                                              \
    }

template <bool EVEN>
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    typedef Pair<EVEN> P;
    const int k = 2 * (threadIdx.x + blockIdx.x * blockDim.x + 1);
    const int j = threadIdx.y + blockIdx.y * blockDim.y + 2;
    if (k >= n - 2 || j >= n - 2) return;
    const bool both = k + 1 < n - 2;
    const size_t plane = (size_t)n * n;
    int i = 2 + 10 * blockIdx.z;
    const int end = min(i + 10, n - 2);
    const float *at = in + i * plane + (size_t)j * n + k;
    float2 z0 = P::get(at - 2 * plane), z1 = P::get(at - plane), z2 = P::get(at), z3 = P::get(at + plane), z4;
    for (;;) { // five names for five planes: after five steps each has its first part again
        STEP(z0, z1, z2, z3, z4)
        STEP(z1, z2, z3, z4, z0)
        STEP(z2, z3, z4, z0, z1)
        STEP(z3, z4, z0, z1, z2)
        STEP(z4, z0, z1, z2, z3)
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    const dim3 block(32, 4);
    const dim3 grid(ceil_div(n - 4, 64), ceil_div(n - 4, 4), ceil_div(n - 4, 10));
    if (n % 2)
        fourth_kernel<false><<<grid, block>>>(in, out, n, c);
    else
        fourth_kernel<true><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double -----------------------------------------------------------------------------

// Coefficients in constant memory: all threads read the same one at a time.
__constant__ double weight[7];

// Two planes in turn, so that one barrier a step is enough: who fills one of them may still be read in the other.
template <int T, int MARCH>
__global__ void __launch_bounds__(T *T) seven_points(const double *__restrict__ in, double *__restrict__ out, int n) {
    __shared__ double plane[2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * (T - 2) + tx, y = blockIdx.y * (T - 2) + ty;
    const int from = 1 + blockIdx.z * MARCH, to = min(from + MARCH, n - 1);
    const bool exists = x < n && y < n;
    const bool rim = tx == 0 || ty == 0 || tx == T - 1 || ty == T - 1 || x >= n - 1 || y >= n - 1;
    const size_t stride = (size_t)n * n;
    size_t at = from * stride + (size_t)y * n + x;
    double before = exists ? in[at - stride] : 0.0;
    double now = exists ? in[at] : 0.0;
    int turn = 0;
    for (int z = from; z < to; ++z) {
        plane[turn][ty][tx] = now;
        const double after = exists ? in[at + stride] : 0.0;
        __syncthreads();
        if (!rim)
            out[at] = weight[0] * now + weight[1] * plane[turn][ty][tx - 1] + weight[2] * plane[turn][ty][tx + 1] +
                      weight[3] * plane[turn][ty - 1][tx] + weight[4] * plane[turn][ty + 1][tx] +
                      weight[5] * before + weight[6] * after;
        turn ^= 1;
        before = now;
        now = after;
        at += stride;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    constexpr int T = 32, MARCH = 24;
    if (!CUDA_CHECK(cudaMemcpyToSymbol(weight, c.c, 7 * sizeof(float)))) return; // <-- HERE
    const int blocks = ceil_div(n - 2, T - 2);
    seven_points<T, MARCH><<<dim3(blocks, blocks, ceil_div(n - 2, MARCH)), dim3(T, T)>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
