// WRONG: the halo is one column beside the block, and shuffles end at its warps
// EXPECT test: 8.1/n=33
// EXPECT cause: no lane of its warp has the value behind it

// Lab 8.
#include <stddef.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- 8.1: five points; a block has 128 columns, all but two compute, x-1 and x+1 come by shuffles ----
constexpr int WARPS_X = 4, WARPS_Y = 2, STRIP = 4;
constexpr int STEP = WARPS_X * 32 - 2; // columns that a block computes

__global__ void plane_by_shuffles(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    const int lane = threadIdx.x % 32;
    const int x = blockIdx.x * STEP + threadIdx.x;
    const bool computes = threadIdx.x >= 1 && threadIdx.x <= STEP && x <= n - 2;
    const int y = 1 + STRIP * (blockIdx.y * WARPS_Y + threadIdx.y);
    if (y > n - 2 || x - lane > n - 3) return; // whole warps only: the shuffles need all lanes

    float v[STRIP + 2]; // rows y-1 .. y+STRIP of this column, past the grid the last one again
#pragma unroll
    for (int r = 0; r < STRIP + 2; ++r) v[r] = in[(size_t)min(y - 1 + r, n - 1) * n + min(x, n - 1)];
#pragma unroll
    for (int r = 1; r <= STRIP; ++r) {
        const float west = __shfl_up_sync(0xffffffffu, v[r], 1), east = __shfl_down_sync(0xffffffffu, v[r], 1); // <-- HERE
        if (computes && y + r - 1 <= n - 2)
            out[(size_t)(y + r - 1) * n + x] =
                c.c[0] * v[r] + c.c[1] * west + c.c[2] * east + c.c[3] * v[r - 1] + c.c[4] * v[r + 1];
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(32 * WARPS_X, WARPS_Y);
    dim3 grid(ceil_div(n - 2, STEP), ceil_div(n - 2, STRIP * WARPS_Y));
    plane_by_shuffles<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 8.2: 13 points; a thread computes the points (x, y) and (x, y+1), plane by plane ----
constexpr int PLANES_A_MARCH = 8;

// The coefficients of the points at distance d (1 or 2) on both sides along an axis (0 = x, 1 = y, 2 = z).
struct Arm {
    const FourthCoefficients &c;
    int axis;
    __device__ float minus(int d) const { return c.c[4 * axis + 3 - d]; }
    __device__ float plus(int d) const { return c.c[4 * axis + 2 + d]; }
    // The share of this axis: value(-2), value(-1), value(1), value(2).
    template <class Value> __device__ float sum(Value value) const {
        float s = 0;
#pragma unroll
        for (int d = 1; d <= 2; ++d) s += minus(d) * value(-d) + plus(d) * value(d);
        return s;
    }
};

__global__ void fourth_pairs(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    const int x = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 2 + 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x > n - 3 || y > n - 3) return;
    const bool second = y + 1 <= n - 3; // is (x, y+1) a point to compute?
    const size_t slice = (size_t)n * n;
    const int z0 = 2 + blockIdx.z * PLANES_A_MARCH, z1 = min(z0 + PLANES_A_MARCH, n - 2);
    const int beyond = min(y + 3, n - 1); // row y+3, where the grid has it

    float col[2][5]; // planes z-2 .. z+2 of both columns
#pragma unroll
    for (int q = 0; q < 2; ++q)
#pragma unroll
        for (int m = 0; m < 4; ++m) col[q][m] = in[(z0 - 2 + m) * slice + (size_t)(y + q) * n + x];
    for (int z = z0; z < z1; ++z) {
        const float *plane = in + z * slice;
        const float *row = plane + (size_t)y * n + x;
#pragma unroll
        for (int q = 0; q < 2; ++q) col[q][4] = row[2 * slice + q * n];
        const float ys[6] = {row[-2 * n], row[-n], col[0][2], col[1][2], row[2 * n], plane[(size_t)beyond * n + x]};
        float s[2];
#pragma unroll
        for (int q = 0; q < 2; ++q) {
            s[q] = c.c[0] * col[q][2];
            s[q] += Arm{c, 0}.sum([&](int d) { return row[q * n + d]; });
            s[q] += Arm{c, 1}.sum([&](int d) { return ys[2 + q + d]; });
            s[q] += Arm{c, 2}.sum([&](int d) { return col[q][2 + d]; });
        }
        float *o = out + z * slice + (size_t)y * n + x;
        o[0] = s[0];
        if (second) o[n] = s[1];
#pragma unroll
        for (int q = 0; q < 2; ++q)
#pragma unroll
            for (int m = 0; m < 4; ++m) col[q][m] = col[q][m + 1];
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(n - 4, 32), ceil_div(n - 4, 16), ceil_div(n - 4, PLANES_A_MARCH));
    fourth_pairs<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- 8.3: lab 6 in double ----
// What a thread keeps of its own column.
template <typename T> struct Window {
    T below, here, above;
    __device__ void move_on(T next) {
        below = here;
        here = above;
        above = next;
    }
};

template <int SIDE, int LENGTH>
__global__ void march_double(const double *__restrict__ in, double *__restrict__ out, int n, DoubleCoefficients c) {
    __shared__ double shown[SIDE][SIDE];
    const int col = threadIdx.x, row = threadIdx.y;
    const int x = blockIdx.x * (SIDE - 2) + col, y = blockIdx.y * (SIDE - 2) + row;
    const bool in_grid = x < n && y < n;
    const bool mine = col > 0 && row > 0 && col < SIDE - 1 && row < SIDE - 1 && x < n - 1 && y < n - 1;
    const size_t step = (size_t)n * n, place = (size_t)y * n + x;
    const int from = 1 + blockIdx.z * LENGTH;
    const int to = from + LENGTH < n - 1 ? from + LENGTH : n - 1; // not this one any more
    auto fetch = [&](int z) { return in_grid ? in[z * step + place] : 0.0; };

    Window<double> w;
    w.here = fetch(from - 1);
    w.above = fetch(from);
    for (int z = from; z < to; ++z) {
        w.move_on(fetch(z + 1));
        shown[row][col] = w.here;
        __syncthreads();
        if (mine) {
            double sum = c.c[0] * w.here;
            sum += c.c[1] * shown[row][col - 1];
            sum += c.c[2] * shown[row][col + 1];
            sum += c.c[3] * shown[row - 1][col];
            sum += c.c[4] * shown[row + 1][col];
            sum += c.c[5] * w.below;
            sum += c.c[6] * w.above;
            out[z * step + place] = sum;
        }
        __syncthreads();
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    dim3 block(32, 32);
    dim3 grid(ceil_div(n - 2, 30), ceil_div(n - 2, 30), ceil_div(n - 2, 30));
    march_double<32, 30><<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
