// WRONG: the pitch of a row is the width of a block
// EXPECT score: 70
// EXPECT cause: is not what belongs there
// EXPECT todo: 8.1
#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/other_stencils.h" // launch_plane, launch_fourth, launch_double and their coefficients

#pragma nv_diag_suppress 177, 550 // no warnings of variables that nothing uses before the TODOs are done

// ---- A plane: five points -------------------------------------------------------------------------------

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };

__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;              // x
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // this thread computes the rows first ..
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first); // .. first + rows - 1
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    // register until no sum needs it any more.
    const int pitch = blockDim.x; // <-- HERE
    const float *at = in + first * n + k;
    float *to = out + first * n + k;
    float upper = at[-n], middle = at[0];
    for (int row = 0; row < rows; ++row) {
        float lower = at[pitch];
        *to = c.c[0] * middle + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * upper + c.c[4] * lower;
        upper = middle;
        middle = lower;
        at += pitch;
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
    float2 z0 = load_two<EVEN>(in, p - 2 * plane);
    float2 z1 = load_two<EVEN>(in, p - plane);
    float2 z2 = load_two<EVEN>(in, p);
    float2 z3 = load_two<EVEN>(in, p + plane);
    for (int left = end - first; left > 0; --left) {
        const float2 z4 = load_two<EVEN>(in, p + 2 * plane);
        const float2 xl = load_two<EVEN>(in, p - 2), xr = load_two<EVEN>(in, p + 2);
        float a = c.c[0] * z2.x, b = c.c[0] * z2.y;
        a += c.c[1] * xl.x + c.c[2] * xl.y + c.c[3] * z2.y + c.c[4] * xr.x;
        b += c.c[1] * xl.y + c.c[2] * z2.x + c.c[3] * xr.x + c.c[4] * xr.y;
        const float2 y0 = load_two<EVEN>(in, p - n - n), y1 = load_two<EVEN>(in, p - n);
        const float2 y3 = load_two<EVEN>(in, p + n), y4 = load_two<EVEN>(in, p + n + n);
        a += c.c[5] * y0.x + c.c[6] * y1.x + c.c[7] * y3.x + c.c[8] * y4.x;
        b += c.c[5] * y0.y + c.c[6] * y1.y + c.c[7] * y3.y + c.c[8] * y4.y;
        a += c.c[9] * z0.x + c.c[10] * z1.x + c.c[11] * z3.x + c.c[12] * z4.x;
        b += c.c[9] * z0.y + c.c[10] * z1.y + c.c[11] * z3.y + c.c[12] * z4.y;
        store_two<EVEN>(out, p, k, n, make_float2(a, b));
        z0 = z1;
        z1 = z2;
        z2 = z3;
        z3 = z4;
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

enum { TILE = 32, INNER = TILE - 2, DEPTH = 30 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    double low = inside ? in[p - step] : 0.0, mid = inside ? in[p] : 0.0;
    for (int i = first; i < end; ++i) {
        double high = inside ? in[p + step] : 0.0;
        plane[y][x] = mid;
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * mid;
            sum += c.c[1] * plane[y][x - 1];
            sum += c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x];
            sum += c.c[4] * plane[y + 1][x];
            sum += c.c[5] * low;
            sum += c.c[6] * high;
            out[p] = sum;
        }
        __syncthreads();
        low = mid;
        mid = high;
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
