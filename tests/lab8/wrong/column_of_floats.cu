// WRONG: the type of a thread's column has floats
// EXPECT test: 8.3/n=2
// EXPECT cause: On its way to `out` a value becomes a float

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

// One row after the other, each with the two values of the column that the row before has loaded.
template <int LEFT>
__device__ __forceinline__ void some_rows(const float *in, float *out, int n, int p, int rows, float above, float here,
                                          const PlaneCoefficients &c) {
    if constexpr (LEFT > 0) {
        if (rows == 0) return;
        float below = in[p + n], west = in[p - 1], east = in[p + 1];
        out[p] = c.c[0] * here + c.c[1] * west + c.c[2] * east + c.c[3] * above + c.c[4] * below;
        some_rows<LEFT - 1>(in, out, n, p + n, rows - 1, here, below, c);
    }
}

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
    int p = first * n + k; // n * n < 2^31
    some_rows<ROWS>(in, out, n, p, rows, in[p - n], in[p], c);
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
#define TWO(where) load_two<EVEN>(in, q + (where))
#define ADD(w, a, b) sum.x += c.c[w] * (a), sum.y += c.c[w] * (b)
    const long long s = plane;
    long long q = p;
    float2 far = TWO(-2 * s), near = TWO(-s), me = TWO(0), up = TWO(s);
    int i = first;
    do {
        float2 top = TWO(2 * s), l = TWO(-2), r = TWO(2);
        float2 y0 = TWO(-2 * n), y1 = TWO(-n), y2 = TWO(n), y3 = TWO(2 * n);
        float2 sum = {0, 0};
        ADD(0, me.x, me.y);
        ADD(1, l.x, l.y), ADD(2, l.y, me.x), ADD(3, me.y, r.x), ADD(4, r.x, r.y);
        ADD(5, y0.x, y0.y), ADD(6, y1.x, y1.y), ADD(7, y2.x, y2.y), ADD(8, y3.x, y3.y);
        ADD(9, far.x, far.y), ADD(10, near.x, near.y), ADD(11, up.x, up.y), ADD(12, top.x, top.y);
        store_two<EVEN>(out, q, k, n, sum);
        far = near, near = me, me = up, up = top;
        q += s;
    } while (++i < end);
#undef ADD
#undef TWO
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

// A thread's own column, as in lab 6.
template <typename T> struct Column {
    T below, here, above;
    __device__ void move_on(T next) {
        below = here;
        here = above;
        above = next;
    }
};

using Mine = Column<float>; // <-- HERE

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
    Mine mine = {};
    if (inside) {
        mine.here = in[p - step]; // one plane behind: the first step moves it on
        mine.above = in[p];
    }
    for (int i = first; i < end; ++i, p += step) {
        mine.move_on(inside ? in[p + step] : 0);
        plane[y][x] = mine.here;
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * mine.here;
            sum += c.c[1] * plane[y][x - 1];
            sum += c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x];
            sum += c.c[4] * plane[y + 1][x];
            sum += c.c[5] * mine.below;
            sum += c.c[6] * mine.above;
            out[p] = sum;
        }
        __syncthreads();
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
