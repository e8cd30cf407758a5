// WRONG: the last column of the interior takes x+1 by a shuffle from the lane behind it, which has left the kernel (its column is the boundary), so the last computed column is wrong wherever it does not end a warp.
// EXPECT test: 8.1/n=7
// EXPECT cause: This condition lets the last threads of a block through
// EXPECT todo: 8.1
// Lab 8: other stencils.

#include "common/cuda_check.h"     // CUDA_CHECK(call)
#include "common/grid.h"           // ceil_div(count, size): count / size, rounded up
#include "common/other_stencils.h" // launch_plane, launch_fourth, launch_double and their coefficients

// ---- A plane: five points -------------------------------------------------------------------------------

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4, WARP = 32 };

// x-1 and x+1 are in the column of the lanes beside this one.
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;              // x
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y); // this thread computes the rows first ..
    unsigned team = __ballot_sync(0xffffffff, k <= n - 2);          // the lanes that stay
    if (k > n - 2 || first > n - 2) return;
    int rows = min(ROWS, n - 1 - first); // .. first + rows - 1
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    // register until no sum needs it any more.
    //   Expected: right for every n, at most 3.6 loads a point, of global and shared memory.
    int lane = threadIdx.x % WARP;
    bool load_left = lane == 0, load_right = lane == WARP - 1; // <-- HERE
    float column[ROWS + 2], beside[ROWS];                      // beside: what no lane of the team has, to the left
    float behind[ROWS];                                        // and to the right
#pragma unroll
    for (int m = 0; m < ROWS + 2; ++m) {
        int row = min(first - 1 + m, n - 1);
        column[m] = in[row * n + k];
        if (m >= 1 && m <= ROWS) {
            beside[m - 1] = load_left ? in[row * n + k - 1] : 0.0f;
            behind[m - 1] = load_right && row < n - 1 ? in[row * n + k + 1] : 0.0f;
        }
    }
#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        float here = column[m + 1];
        float left = __shfl_up_sync(team, here, 1);
        float right = __shfl_down_sync(team, here, 1);
        if (load_left) left = beside[m];
        if (load_right) right = behind[m];
        float sum = c.c[0] * here + c.c[1] * left + c.c[2] * right + c.c[3] * column[m] + c.c[4] * column[m + 2];
        if (m < rows) out[(first + m) * n + k] = sum;
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

// Adds a * two to sum.
__device__ void add(float2 &sum, float a, float2 two) {
    sum.x += a * two.x;
    sum.y += a * two.y;
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
    //   Expected: right for every n, at most 10 loads a point, of global and shared memory together.
    float2 a = load_two<EVEN>(in, p - 2 * plane), b = load_two<EVEN>(in, p - plane);
    float2 m = load_two<EVEN>(in, p), d = load_two<EVEN>(in, p + plane), e;
    for (int i = first; i < end; ++i) {
        e = load_two<EVEN>(in, p + 2 * plane);
        float2 l = load_two<EVEN>(in, p - 2), r = load_two<EVEN>(in, p + 2);
        float2 sum = {c.c[0] * m.x, c.c[0] * m.y};
        add(sum, c.c[1], l);
        add(sum, c.c[2], make_float2(l.y, m.x));
        add(sum, c.c[3], make_float2(m.y, r.x));
        add(sum, c.c[4], r);
        add(sum, c.c[5], load_two<EVEN>(in, p - 2 * n));
        add(sum, c.c[6], load_two<EVEN>(in, p - n));
        add(sum, c.c[7], load_two<EVEN>(in, p + n));
        add(sum, c.c[8], load_two<EVEN>(in, p + 2 * n));
        add(sum, c.c[9], a);
        add(sum, c.c[10], b);
        add(sum, c.c[11], d);
        add(sum, c.c[12], e);
        store_two<EVEN>(out, p, k, n, sum);
        a = b, b = m, m = d, d = e;
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
    double low = 0, mid = 0, high = 0;
    if (inside) {
        low = in[p - step];
        mid = in[p];
    }
    for (int i = first; i < end; ++i) {
        if (inside) high = in[p + step];
        plane[y][x] = mid;
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * mid;
            sum += c.c[1] * plane[y][x - 1];
            sum += c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x];
            sum += c.c[4] * plane[y + 1][x];
            sum += c.c[5] * low + c.c[6] * high;
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
