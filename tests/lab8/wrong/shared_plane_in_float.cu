// WRONG: the shared plane of doubles is declared float
// EXPECT test: 8.3/n=8
// EXPECT cause: is declared here, and its elements are floats
// EXPECT todo: 8.3

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

// One point a thread, sixteen planes a march.
__global__ void thirteen_points(const float *in, float *out, int n, FourthCoefficients c) {
    int x = 2 + blockIdx.x * blockDim.x + threadIdx.x, y = 2 + blockIdx.y * blockDim.y + threadIdx.y;
    int z = 2 + 16 * blockIdx.z, stop = min(z + 16, n - 2);
    if (x > n - 3 || y > n - 3) return;
    int plane = n * n, p = z * plane + y * n + x;
    float w[5] = {in[p - 2 * plane], in[p - plane], in[p], in[p + plane], 0};
    for (; z < stop; ++z) {
        w[4] = in[p + 2 * plane];
        float sum = c.c[0] * w[2];
        sum += c.c[1] * in[p - 2] + c.c[2] * in[p - 1] + c.c[3] * in[p + 1] + c.c[4] * in[p + 2];
        sum += c.c[5] * in[p - 2 * n] + c.c[6] * in[p - n] + c.c[7] * in[p + n] + c.c[8] * in[p + 2 * n];
        sum += c.c[9] * w[0] + c.c[10] * w[1] + c.c[11] * w[3] + c.c[12] * w[4];
        out[p] = sum;
        w[0] = w[1], w[1] = w[2], w[2] = w[3], w[3] = w[4];
        p += plane;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(32, 8), grid(ceil_div(n - 4, 32), ceil_div(n - 4, 8), ceil_div(n - 4, 16));
    thirteen_points<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

enum { TILE = 32, INNER = TILE - 2, DEPTH = 30 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ float plane[TILE][TILE]; // <-- HERE
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool inside = j < n && k < n;
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k;
    // TODO 8.3
    const double *source = in + p;
    double column[3];
    column[0] = inside ? source[-step] : 0;
    column[1] = inside ? *source : 0;
    for (int i = first; i < end; ++i) {
        source += step;
        column[2] = inside ? *source : 0;
        plane[y][x] = column[1];
        __syncthreads();
        if (inner) {
            double sum = c.c[0] * column[1];
            sum += c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            sum += c.c[5] * column[0] + c.c[6] * column[2];
            out[p] = sum;
        }
        __syncthreads();
        column[0] = column[1];
        column[1] = column[2];
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
