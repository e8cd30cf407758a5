// WRONG: the ring of rows is indexed by the number of the row, in a lambda, so that it lies in local memory
// EXPECT score: 88
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
    // Three rows are alive at a time: a ring.
    float ring[3];
    auto slot = [&](int m) -> float & { return ring[(first + m) % 3]; }; // <-- HERE
    const float *p = in + (size_t)first * n + k;
    slot(-1) = p[-n];
    slot(0) = p[0];
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        if (m >= rows) break;
        slot(m + 1) = p[n];
        out[p - in] = c.c[0] * slot(m) + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * slot(m - 1) + c.c[4] * slot(m + 1);
        p += n;
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
    float2 zmm = load_two<EVEN>(in, p - 2 * plane), zm = load_two<EVEN>(in, p - plane), z = load_two<EVEN>(in, p),
           zp = load_two<EVEN>(in, p + plane), zpp;
    for (int i = first; i < end; i++) {
        zpp = load_two<EVEN>(in, p + 2 * plane);
        float2 xm = load_two<EVEN>(in, p - 2), xp = load_two<EVEN>(in, p + 2);
        float2 ymm = load_two<EVEN>(in, p - 2 * n), ym = load_two<EVEN>(in, p - n);
        float2 yp = load_two<EVEN>(in, p + n), ypp = load_two<EVEN>(in, p + 2 * n);
        float2 s;
        s.x = c.c[0] * z.x;
        s.x += c.c[1] * xm.x + c.c[2] * xm.y + c.c[3] * z.y + c.c[4] * xp.x;
        s.x += c.c[5] * ymm.x + c.c[6] * ym.x + c.c[7] * yp.x + c.c[8] * ypp.x;
        s.x += c.c[9] * zmm.x + c.c[10] * zm.x + c.c[11] * zp.x + c.c[12] * zpp.x;
        s.y = c.c[0] * z.y;
        s.y += c.c[1] * xm.y + c.c[2] * z.x + c.c[3] * xp.x + c.c[4] * xp.y;
        s.y += c.c[5] * ymm.y + c.c[6] * ym.y + c.c[7] * yp.y + c.c[8] * ypp.y;
        s.y += c.c[9] * zmm.y + c.c[10] * zm.y + c.c[11] * zp.y + c.c[12] * zpp.y;
        store_two<EVEN>(out, p, k, n, s);
        p += plane;
        zmm = zm;
        zm = z;
        z = zp;
        zp = zpp;
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
    double down = 0, mid = 0, up = 0;
    if (inside) {
        down = in[p - step];
        mid = in[p];
    }
    for (int i = first; i < end; i++) {
        if (inside) up = in[p + step];
        plane[y][x] = mid;
        __syncthreads(); // the plane is complete
        if (inner) {
            double sum = c.c[0] * mid;
            sum += c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            sum += c.c[5] * down + c.c[6] * up;
            out[p] = sum;
        }
        __syncthreads(); // everyone has read it
        down = mid;
        mid = up;
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
