// WRONG: which column of the rim a thread loads is found by the length of a row
// EXPECT test: 8.3/n=258..262
// EXPECT cause: is not what belongs there

// Lab 8: a tile with a rim in double

#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/other_stencils.h" // launch_plane, launch_fourth, launch_double and their coefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// ---- A plane: five points -------------------------------------------------------------------------------

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

// Row j of a plane, as in cudaMallocPitch's manual: a pitch counts bytes.
template <typename T> __device__ T *row_of(T *base, unsigned j, unsigned pitch) {
    return (T *)((char *)base + (size_t)j * pitch);
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
    const unsigned pitch = n * sizeof(float);
    float column[ROWS + 2], left[ROWS], right[ROWS];
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        const float *row = row_of(const_cast<float *>(in), min(first + m, n - 1), pitch);
        left[m] = row[k - 1];
        column[m + 1] = row[k];
        right[m] = row[k + 1];
    }
    column[0] = row_of(const_cast<float *>(in), first - 1, pitch)[k];
    column[ROWS + 1] = row_of(const_cast<float *>(in), min(first + ROWS, n - 1), pitch)[k];
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        if (m >= rows) break;
        float sum = c.c[0] * column[m + 1] + c.c[1] * left[m] + c.c[2] * right[m];
        row_of(out, first + m, pitch)[k] = sum + c.c[3] * column[m] + c.c[4] * column[m + 2];
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

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 16 };

// One point a thread: no pairs, so odd and even n are the same. Coefficients:
//   [0] centre   [1] x-2  [2] x-1  [3] x+1  [4] x+2   [5] y-2  [6] y-1  [7] y+1  [8] y+2
//                [9] z-2  [10] z-1  [11] z+1  [12] z+2
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x;
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * FOURTH_DEPTH; // the planes first .. end-1
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return; // no barrier follows
    int plane = n * n;
    // TODO 8.2: march through the planes. Of its own column a thread keeps five planes in registers, and loads one new
    // one in each step: load_two<EVEN>(in, p + 2 * plane). The neighbours in x and y are loaded, the cache has them.
    //   Expected: right for every n, at most 10 loads a point, of global and shared memory together.
    const float *q = in + (size_t)first * plane + j * n + k;
    float *to = out + (q - in);
    float z0 = q[-2 * plane], z1 = q[-plane], z2 = q[0], z3 = q[plane];
    for (int left = end - first; left > 0; --left) {
        float z4 = q[2 * plane];
        float sum = c.c[0] * z2;
        sum += c.c[1] * q[-2] + c.c[2] * q[-1] + c.c[3] * q[1] + c.c[4] * q[2];
        sum += c.c[5] * q[-2 * n] + c.c[6] * q[-n] + c.c[7] * q[n] + c.c[8] * q[2 * n];
        sum += c.c[9] * z0 + c.c[10] * z1 + c.c[11] * z3 + c.c[12] * z4;
        *to = sum;
        z0 = z1, z1 = z2, z2 = z3, z3 = z4;
        q += plane, to += plane;
    }
    // end 8.2
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return; // no interior
    dim3 block(FOURTH_X, FOURTH_Y);
    dim3 grid(ceil_div(n - 4, FOURTH_X), ceil_div(n - 4, FOURTH_Y), ceil_div(n - 4, FOURTH_DEPTH));
    fourth_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double -----------------------------------------------------------------------------

constexpr int TX = 32, TY = 16; // threads of a block: each computes a point of the plane, none is idle
constexpr int MARCH = 32;       // planes
using Tile = double[TY + 2][TX + 2];

// The cells around the block's own: rows 0 and TY + 1, then columns 0 and TX + 1, one cell a thread. `corner` is
// where cell (0, 0) of the tile lies in this plane of the grid: its row and its column.
__device__ void load_rim(Tile &tile, const double *plane, int n, int2 corner) {
    int id = threadIdx.y * TX + threadIdx.x;
    if (id >= 2 * TX + 2 * TY) return;
    int r, q;
    if (id < 2 * TX) {
        r = id / TX * (TY + 1);
        q = 1 + id % TX;
    } else {
        id -= 2 * TX;
        r = 1 + id % TY;
        q = id / TX * (TX + 1); // <-- HERE
    }
    if (corner.x + r < n && corner.y + q < n) tile[r][q] = plane[(corner.x + r) * n + corner.y + q];
}

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ Tile tile;
    const int2 corner = make_int2(blockIdx.y * TY, blockIdx.x * TX);
    const int r = threadIdx.y + 1, q = threadIdx.x + 1; // this thread's cell of the tile
    const int j = corner.x + r, k = corner.y + q;
    const int first = blockIdx.z * MARCH + 1, end = min(first + MARCH, n - 1); // the planes first .. end-1
    const bool inside = j < n && k < n, inner = j < n - 1 && k < n - 1;
    const int step = n * n;
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    //   Expected: right for every n, no race, 4 loads a point from shared memory and 1.2 from global memory.
    const double *plane = in + (size_t)first * step; // plane i
    const int own = j * n + k;
    double below = inside ? plane[own - step] : 0, here = inside ? plane[own] : 0;
    for (int i = first; i < end; ++i, plane += step) {
        const double above = inside ? plane[own + step] : 0;
        tile[r][q] = here;
        load_rim(tile, plane, n, corner);
        __syncthreads();
        if (inner)
            out[(size_t)i * step + own] = c.c[0] * here + c.c[1] * tile[r][q - 1] + c.c[2] * tile[r][q + 1] +
                                          c.c[3] * tile[r - 1][q] + c.c[4] * tile[r + 1][q] + c.c[5] * below +
                                          c.c[6] * above;
        __syncthreads();
        below = here;
        here = above;
    }
    // end 8.3
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TX, TY);
    dim3 grid(ceil_div(n - 2, TX), ceil_div(n - 2, TY), ceil_div(n - 2, MARCH));
    double_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
