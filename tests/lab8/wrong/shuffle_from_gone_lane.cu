// WRONG: plane_kernel takes x+1 by shuffle from the lane to the right, but for k = n-2 the thread of that lane has returned: unless it is lane 31, the last interior point of each row gets an undefined east neighbour.
// EXPECT test: 8.1/n=7
// EXPECT cause: by a shuffle from a lane that has left the kernel before
// EXPECT todo: 8.1
// Lab 8: other stencils.

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
    // The x neighbours stand in the registers of the lanes beside this one.
    int lane = threadIdx.x % 32;
    int lanes = min(32, n - 1 - (k - lane)); // of this warp, those that have a point
    unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    const float *at = in + first * n + k;
    float *to = out + first * n + k;
    float above = *(at - n), centre = *at;
    for (int left_over = rows; left_over > 0; --left_over) {
        float under = at[n];
        float west = __shfl_up_sync(mask, centre, 1);
        float east = __shfl_down_sync(mask, centre, 1);
        if (lane == 0) west = at[-1];
        if (lane == 31) east = at[1]; // <-- HERE
        *to = c.c[0] * centre + c.c[1] * west + c.c[2] * east + c.c[3] * above + c.c[4] * under;
        above = centre;
        centre = under;
        at += n;
        to += n;
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
    float2 back2 = load_two<EVEN>(in, p - 2 * plane), back1 = load_two<EVEN>(in, p - plane);
    float2 mid = load_two<EVEN>(in, p), front1 = load_two<EVEN>(in, p + plane), front2;
    for (int i = first; i < end; ++i) {
        front2 = load_two<EVEN>(in, p + 2 * plane);
        float2 w = load_two<EVEN>(in, p - 2), e = load_two<EVEN>(in, p + 2);
        float2 n2 = load_two<EVEN>(in, p - 2 * n), n1 = load_two<EVEN>(in, p - n);
        float2 s1 = load_two<EVEN>(in, p + n), s2 = load_two<EVEN>(in, p + 2 * n);
        float2 r;
        r.x = c.c[0] * mid.x + c.c[1] * w.x + c.c[2] * w.y + c.c[3] * mid.y + c.c[4] * e.x +
              c.c[5] * n2.x + c.c[6] * n1.x + c.c[7] * s1.x + c.c[8] * s2.x +
              c.c[9] * back2.x + c.c[10] * back1.x + c.c[11] * front1.x + c.c[12] * front2.x;
        r.y = c.c[0] * mid.y + c.c[1] * w.y + c.c[2] * mid.x + c.c[3] * e.x + c.c[4] * e.y +
              c.c[5] * n2.y + c.c[6] * n1.y + c.c[7] * s1.y + c.c[8] * s2.y +
              c.c[9] * back2.y + c.c[10] * back1.y + c.c[11] * front1.y + c.c[12] * front2.y;
        store_two<EVEN>(out, p, k, n, r);
        back2 = back1;
        back1 = mid;
        mid = front1;
        front1 = front2;
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
    __shared__ double planes[2][TILE][TILE]; // used in turn
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    double lower = 0, own = 0, upper = 0;
    if (inside) lower = in[p - step], own = in[p];
    int turn = 0;
    for (int i = first; i < end; ++i, p += step, turn = 1 - turn) {
        double(*plane)[TILE] = planes[turn];
        plane[y][x] = own;
        if (inside) upper = in[p + step];
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * own + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] +
                     c.c[4] * plane[y + 1][x] + c.c[5] * lower + c.c[6] * upper;
        lower = own;
        own = upper;
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
