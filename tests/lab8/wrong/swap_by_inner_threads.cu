// WRONG: the two planes are swapped inside the branch of the inner threads, so threads of the halo go on to fill the first one, and from the second plane on inner threads read halo cells that nobody has filled for them.
// EXPECT test: 8.3/n=8
// EXPECT cause: This statement stands under a condition
// EXPECT todo: 8.3
// Lab 8: other stencils.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- A plane: five points ----

enum { PLANE_X = 128, PLANE_Y = 2, ROWS = 4 };
constexpr unsigned ALL = 0xffffffff;

// x-1 and x+1 come from the lanes beside; no lane leaves before the last shuffle.
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                             PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int first = 1 + ROWS * (threadIdx.y + blockIdx.y * blockDim.y);
    int lane = threadIdx.x % 32;
    if (k - lane > n - 2 || first > n - 2) return; // whole warps
    int rows = min(ROWS, n - 1 - first);
    // TODO 8.1: compute point k of these rows. Load each value of the column first-1 .. first+rows once, and keep it in a
    int column = min(k, n - 1);
    const float *at = in + first * n + column;
    float up = at[-n], here = at[0];
    for (int m = 0; m < rows; ++m, at += n) {
        float down = at[n];
        float left = __shfl_up_sync(ALL, here, 1), right = __shfl_down_sync(ALL, here, 1);
        if (lane == 0) left = at[-1];
        if (lane == 31 && k <= n - 2) right = at[1];
        if (k <= n - 2)
            out[(first + m) * n + k] = c.c[0] * here + c.c[1] * left + c.c[2] * right + c.c[3] * up + c.c[4] * down;
        up = here;
        here = down;
    }
    // end 8.1
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(PLANE_X, PLANE_Y);
    dim3 grid(ceil_div(n - 2, PLANE_X), ceil_div(n - 2, PLANE_Y * ROWS));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: 13 points ----

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
    float2 z[5];
#pragma unroll
    for (int m = 0; m < 4; ++m) z[m] = load_two<EVEN>(in, p + m * plane - 2 * plane);
    for (int i = first; i < end; ++i) {
        z[4] = load_two<EVEN>(in, p + 2 * plane);
        const float2 before = load_two<EVEN>(in, p - 2), behind = load_two<EVEN>(in, p + 2);
        const float row[6] = {before.x, before.y, z[2].x, z[2].y, behind.x, behind.y};
        float2 sum = {c.c[0] * row[2], c.c[0] * row[3]};
        sum.x += c.c[1] * row[0] + c.c[2] * row[1] + c.c[3] * row[3] + c.c[4] * row[4];
        sum.y += c.c[1] * row[1] + c.c[2] * row[2] + c.c[3] * row[4] + c.c[4] * row[5];
        float2 y = load_two<EVEN>(in, p - 2 * n);
        sum.x += c.c[5] * y.x, sum.y += c.c[5] * y.y;
        y = load_two<EVEN>(in, p - n);
        sum.x += c.c[6] * y.x, sum.y += c.c[6] * y.y;
        y = load_two<EVEN>(in, p + n);
        sum.x += c.c[7] * y.x, sum.y += c.c[7] * y.y;
        y = load_two<EVEN>(in, p + 2 * n);
        sum.x += c.c[8] * y.x, sum.y += c.c[8] * y.y;
        sum.x += c.c[9] * z[0].x + c.c[10] * z[1].x + c.c[11] * z[3].x + c.c[12] * z[4].x;
        sum.y += c.c[9] * z[0].y + c.c[10] * z[1].y + c.c[11] * z[3].y + c.c[12] * z[4].y;
        store_two<EVEN>(out, p, k, n, sum);
        p += plane;
#pragma unroll
        for (int m = 0; m < 4; ++m) z[m] = z[m + 1];
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

// ---- Seven points in double ----

enum {
    TILE = 32,        // threads of a block in x and y
    INNER = TILE - 2, // points that it computes
    DEPTH = 30,       // planes of a march
};

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double sheets[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y; // this thread's cell
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1); // the planes first .. end-1
    bool inside = j < n && k < n;                                        // does the grid have this column?
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k; // the point of this thread in plane i
    // TODO 8.3: register tiling as in lab 6, with values of type double.
    double(*sheet)[TILE] = sheets[0], (*other)[TILE] = sheets[1]; // one in use, one for the next step
    double below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        sheet[y][x] = here;
        __syncthreads();
        if (inner) {
            out[p] = c.c[0] * here + c.c[1] * sheet[y][x - 1] + c.c[2] * sheet[y][x + 1] +
                     c.c[3] * sheet[y - 1][x] + c.c[4] * sheet[y + 1][x] + c.c[5] * below + c.c[6] * above;
            double(*used)[TILE] = sheet;
            sheet = other; // <-- HERE
            other = used;
        }
        below = here;
        here = above;
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
