// WRONG: columns and rows are kept in 16 bits, which large planes alone outgrow
// EXPECT withheld: 2
// EXPECT score: 100
// EXPECT says: which is not device memory

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

// Where a thread begins.
struct Cell {
    short column, row;
};

__device__ Cell first_cell() {
    Cell cell;
    cell.column = 1 + blockIdx.x * PLANE_X + threadIdx.x;
    cell.row = 1 + ROWS * (blockIdx.y * PLANE_Y + threadIdx.y);
    return cell;
}

// in[j*n + k]: j = y, k = x (fastest). c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    const Cell at = first_cell();
    if (at.column > n - 2 || at.row > n - 2) return;
    const int rows = min(ROWS, n - 1 - at.row);
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    // register until no sum needs it any more.
    //   Expected: right for every n, at most 3.6 loads a point, of global and shared memory.
    const ptrdiff_t offset = (ptrdiff_t)at.row * n + at.column;
    const float *s = in + offset;
    float *d = out + offset;
    float up = s[-n], mid = s[0];
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        if (m >= rows) break;
        const float down = s[n];
        *d = c.c[0] * mid + c.c[1] * s[-1] + c.c[2] * s[1] + c.c[3] * up + c.c[4] * down;
        up = mid, mid = down;
        s += n, d += n;
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

// Four neighbours along one axis, with the four coefficients from w on.
__device__ float2 axis4(const float *w, float2 m2, float2 m1, float2 p1, float2 p2) {
    return make_float2(w[0] * m2.x + w[1] * m1.x + w[2] * p1.x + w[3] * p2.x,
                       w[0] * m2.y + w[1] * m1.y + w[2] * p1.y + w[3] * p2.y);
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
    const float *s = in; // load_two wants an array and a place
    float2 a = load_two<EVEN>(s, p - 2 * plane), b = load_two<EVEN>(s, p - plane), m = load_two<EVEN>(s, p);
    float2 d = load_two<EVEN>(s, p + plane);
    int i = first;
    do {
        const float2 e = load_two<EVEN>(s, p + 2 * plane);
        const float2 l = load_two<EVEN>(s, p - 2), r = load_two<EVEN>(s, p + 2);
        const float2 xs = axis4(c.c + 1, l, make_float2(l.y, m.x), make_float2(m.y, r.x), r);
        const float2 ys = axis4(c.c + 5, load_two<EVEN>(s, p - n - n), load_two<EVEN>(s, p - n),
                                load_two<EVEN>(s, p + n), load_two<EVEN>(s, p + n + n));
        const float2 zs = axis4(c.c + 9, a, b, d, e);
        store_two<EVEN>(out, p, k, n, make_float2(c.c[0] * m.x + xs.x + ys.x + zs.x, c.c[0] * m.y + xs.y + ys.y + zs.y));
        a = b, b = m, m = d, d = e;
        p += plane;
    } while (++i < end);
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

#define FETCH(at) (inside ? in[at] : 0.0)

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
    double zm = FETCH(p - step), zc = FETCH(p);
    const int last = end - 1;
    for (int i = first; i <= last; i++) {
        const double zp = FETCH(p + step);
        plane[y][x] = zc;
        __syncthreads(); // all cells are filled
        double sum = c.c[5] * zm + c.c[6] * zp + c.c[0] * zc;
        if (inner) {
            const double *cell = &plane[y][x];
            sum += c.c[1] * cell[-1] + c.c[2] * cell[1] + c.c[3] * cell[-TILE] + c.c[4] * cell[TILE];
            out[p] = sum;
        }
        __syncthreads(); // and nobody reads them any more
        zm = zc;
        zc = zp;
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
