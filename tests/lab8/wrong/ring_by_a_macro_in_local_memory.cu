// WRONG: a ring of five planes, by a macro with a remainder, lies in local memory
// EXPECT test: 8.2/counter-1
// EXPECT cause: lies in local memory

// Lab 8: other stencils. The handout is README.md beside this file.
//
//   make lab8 && ./grade lab8     builds this file and grades it
//   ./grade hint lab8 8.1         the next hint for TODO 8.1

#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/other_stencils.h" // launch_plane, launch_fourth, launch_double and their coefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// ---- A plane: five points -------------------------------------------------------------------------------

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

// in[j*n + k]: j = y, k = x (fastest). c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;              // x
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // this thread computes the rows first ..
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first); // .. first + rows - 1
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    // register until no sum needs it any more.
    //   Expected: right for every n, at most 3.6 loads a point, of global and shared memory.
    float v[ROWS + 2], l[ROWS], r[ROWS];
    const float *from = in + (size_t)(first - 1) * n + k;
#pragma unroll
    for (int m = 0; m < ROWS + 2; ++m) v[m] = m < rows + 2 ? from[(size_t)m * n] : 0;
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        l[m] = m < rows ? from[(size_t)(m + 1) * n - 1] : 0;
        r[m] = m < rows ? from[(size_t)(m + 1) * n + 1] : 0;
    }
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        if (m >= rows) break;
        out[(size_t)(first + m) * n + k] =
            c.c[0] * v[m + 1] + c.c[1] * l[m] + c.c[2] * r[m] + c.c[3] * v[m] + c.c[4] * v[m + 2];
    }
    // end 8.1
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(PLANE_X, PLANE_Y);
    dim3 grid(ceil_div(n - 2, PLANE_X), ceil_div(n - 2, PLANE_Y * ROWS));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: 13 points ----------------------------------------------------------------------------

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 8 };

// The points p and p+1. Where n is even, every pair that begins at an even x lies at a multiple of 8 bytes.
template <bool EVEN> __device__ float2 load_two(const float *__restrict__ in, size_t p) {
    if (EVEN) return *reinterpret_cast<const float2 *>(in + p);
    return make_float2(in[p], in[p + 1]);
}

// Stores the points p and p+1, but not one on the boundary: x is that of the first.
template <bool EVEN> __device__ void store_two(float *__restrict__ out, size_t p, int x, int n, float2 two) {
    if (EVEN) {
        *reinterpret_cast<float2 *>(out + p) = two;
    } else {
        out[p] = two.x;
        if (x + 1 <= n - 3) out[p + 1] = two.y;
    }
}

#define Z(i) ring[(i) % 5] // five planes of this thread's column: the new one takes the oldest one's place // <-- HERE

// A thread computes two points beside each other in x, in FOURTH_DEPTH planes one after the other. Coefficients:
//   c.c[0] centre   c.c[1] x-2  c.c[2] x-1  c.c[3] x+1  c.c[4] x+2   c.c[5] y-2  c.c[6] y-1  c.c[7] y+1  c.c[8] y+2
//                   c.c[9] z-2  c.c[10] z-1  c.c[11] z+1  c.c[12] z+2
template <bool EVEN>
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    int k = 2 + 2 * (threadIdx.x + blockIdx.x * blockDim.x); // x of the first point
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;       // y
    int first = 2 + blockIdx.z * FOURTH_DEPTH;               // the planes first .. end-1
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return; // no barrier follows
    size_t plane = (size_t)n * n, p = first * plane + (size_t)j * n + k;
    // TODO 8.2: march through the planes. Of its own column a thread keeps five planes in registers, and loads one new
    // one in each step: load_two<EVEN>(in, p + 2 * plane). The neighbours in x and y are loaded, the cache has them.
    //   Expected: right for every n, at most 10 loads a point, of global and shared memory together.
    float2 ring[5];
    for (int i = first - 2; i < first + 2; ++i) Z(i) = load_two<EVEN>(in, p + i * plane - first * plane);
    for (int i = first; i < end; ++i) {
        float2 l = load_two<EVEN>(in, p - 2), r = load_two<EVEN>(in, p + 2);
        float2 y0 = load_two<EVEN>(in, p - 2 * n), y1 = load_two<EVEN>(in, p - n);
        float2 y3 = load_two<EVEN>(in, p + n), y4 = load_two<EVEN>(in, p + 2 * n);
        Z(i + 2) = load_two<EVEN>(in, p + 2 * plane);
        float2 z0 = Z(i - 2), z1 = Z(i - 1), here = Z(i), z3 = Z(i + 1), z4 = Z(i + 2);
        auto others = [&](float2 v, float a, float b, float d, float e) {
            return v.x * a + v.y * b + c.c[3] * d + c.c[4] * e;
        };
        float2 xm = make_float2(c.c[1], c.c[2]), sum;
        sum.x = c.c[0] * here.x + others(xm, l.x, l.y, here.y, r.x);
        sum.y = c.c[0] * here.y + others(xm, l.y, here.x, r.x, r.y);
        sum.x += c.c[5] * y0.x + c.c[6] * y1.x + c.c[7] * y3.x + c.c[8] * y4.x;
        sum.y += c.c[5] * y0.y + c.c[6] * y1.y + c.c[7] * y3.y + c.c[8] * y4.y;
        sum.x += c.c[9] * z0.x + c.c[10] * z1.x + c.c[11] * z3.x + c.c[12] * z4.x;
        sum.y += c.c[9] * z0.y + c.c[10] * z1.y + c.c[11] * z3.y + c.c[12] * z4.y;
        store_two<EVEN>(out, p, k, n, sum);
        p += plane;
    }
    // end 8.2
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return; // no interior
    dim3 block(FOURTH_X, FOURTH_Y);
    dim3 grid(ceil_div(n - 4, 2 * FOURTH_X), ceil_div(n - 4, FOURTH_Y), ceil_div(n - 4, FOURTH_DEPTH));
    if (n % 2 == 0)
        fourth_kernel<true><<<grid, block>>>(in, out, n, c);
    else
        fourth_kernel<false><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double -----------------------------------------------------------------------------

enum {
    TILE = 32,        // threads of a block in x and y
    INNER = TILE - 2, // points that it computes
    DEPTH = 30,       // planes of a march
};

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    //   Expected: right for every n, no race, 4 loads a point from shared memory and 1.2 from global memory.
    double z[3] = {0, 0, 0}; // z-1, z, z+1
    if (inside) z[0] = in[p - step], z[1] = in[p];
    for (int i = first; i < end; ++i) {
        if (inside) z[2] = in[p + step];
        plane[y][x] = z[1];
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * z[1];
            sum += c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            out[p] = sum + c.c[5] * z[0] + c.c[6] * z[2];
        }
        __syncthreads();
        z[0] = z[1], z[1] = z[2];
        p += step;
    }
    // end 8.3
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE, TILE);
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    double_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
