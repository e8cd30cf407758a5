// WRONG: the y neighbours have each other's value: c[5] belongs to y-2
// EXPECT test: 8.2/n=7
// EXPECT cause: stand in each other's place
// EXPECT todo: 8.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

template <int COUNT> __global__ void five_points(const float *in, float *out, int n, PlaneCoefficients c) {
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x, y0 = 1 + blockIdx.y * COUNT;
    if (x >= n - 1) return;
    const float *p = in + y0 * n + x;
    float *q = out + y0 * n + x;
    float up = p[-n], mid = p[0];
#pragma unroll
    for (int m = 0; m < COUNT; ++m, p += n, q += n) {
        if (y0 + m >= n - 1) return;
        const float down = p[n];
        *q = c.c[0] * mid + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * up + c.c[4] * down;
        up = mid, mid = down;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    five_points<8><<<dim3(ceil_div(n - 2, 64), ceil_div(n - 2, 8)), 64>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

enum { FOURTH_X = 32, FOURTH_Y = 8, FOURTH_DEPTH = 8 };

template <bool EVEN> __device__ float2 load_two(const float *__restrict__ in, size_t p) {
    if (EVEN) return *reinterpret_cast<const float2 *>(in + p);
    return make_float2(in[p], in[p + 1]);
}

template <bool EVEN> __device__ void store_two(float *__restrict__ out, size_t p, int x, int n, float2 two) {
    if (EVEN) {
        *reinterpret_cast<float2 *>(out + p) = two;
    } else {
        out[p] = two.x;
        if (x + 1 <= n - 3) out[p + 1] = two.y;
    }
}

// near, far: the points one and two away, on both sides of `own`.
__device__ float axis_sum(const float *w, float far_low, float near_low, float near_high, float far_high) {
    return w[0] * far_low + w[1] * near_low + w[2] * near_high + w[3] * far_high;
}

template <bool EVEN>
__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n,
                              FourthCoefficients c) {
    int k = 2 + 2 * (threadIdx.x + blockIdx.x * blockDim.x);
    int j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * FOURTH_DEPTH;
    int end = min(first + FOURTH_DEPTH, n - 2);
    if (k > n - 3 || j > n - 3) return;
    size_t plane = (size_t)n * n, p = first * plane + (size_t)j * n + k;
    // TODO 8.2
    float2 z[4];
    for (int m = 0; m < 4; ++m) z[m] = load_two<EVEN>(in, p + m * plane - 2 * plane);
    for (int i = first; i < end; ++i) {
        float2 last = load_two<EVEN>(in, p + 2 * plane);
        float2 l = load_two<EVEN>(in, p - 2), r = load_two<EVEN>(in, p + 2);
        float2 far_low = load_two<EVEN>(in, p - n), near_low = load_two<EVEN>(in, p - 2 * n); // <-- HERE
        float2 near_high = load_two<EVEN>(in, p + n), far_high = load_two<EVEN>(in, p + 2 * n);
        float2 sum;
        sum.x = c.c[0] * z[2].x + axis_sum(c.c + 1, l.x, l.y, z[2].y, r.x) +
                axis_sum(c.c + 5, far_low.x, near_low.x, near_high.x, far_high.x) +
                axis_sum(c.c + 9, z[0].x, z[1].x, z[3].x, last.x);
        sum.y = c.c[0] * z[2].y + axis_sum(c.c + 1, l.y, z[2].x, r.x, r.y) +
                axis_sum(c.c + 5, far_low.y, near_low.y, near_high.y, far_high.y) +
                axis_sum(c.c + 9, z[0].y, z[1].y, z[3].y, last.y);
        store_two<EVEN>(out, p, k, n, sum);
        z[0] = z[1], z[1] = z[2], z[2] = z[3], z[3] = last;
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

enum { TILE = 32, INNER = TILE - 2, DEPTH = 30 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool inside = j < n && k < n;
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k;
    // TODO 8.3
    double previous = 0, current = 0, next = 0;
    if (inside) previous = in[p - step], current = in[p];
    for (int i = first; i < end; ++i) {
        if (inside) next = in[p + step];
        plane[y][x] = current;
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * current + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                     c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] + c.c[5] * previous + c.c[6] * next;
        __syncthreads();
        previous = current;
        current = next;
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
