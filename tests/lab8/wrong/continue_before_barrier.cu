// WRONG: threads outside of the grid go on with the loop before its barriers
// EXPECT test: 8.3/n=3
// EXPECT cause: because of this condition it takes the other branch
// EXPECT todo: 8.3

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- plane ----
__global__ void plane_rows(const float *__restrict__ in, float *__restrict__ out, int n, int rows_each,
                           PlaneCoefficients c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int y0 = blockIdx.y * rows_each + 1;
    const int y1 = min(y0 + rows_each, n - 1);
    if (x > n - 2) return;

    const float *here = in + y0 * n + x;
    float *to = out + y0 * n + x;
    float up = here[-n], mid = here[0];
    for (int y = y0; y < y1; ++y) {
        const float down = here[n];
        *to = c.c[0] * mid + c.c[1] * here[-1] + c.c[2] * here[1] + c.c[3] * up + c.c[4] * down;
        up = mid;
        mid = down;
        here += n;
        to += n;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    const int rows_each = 8;
    plane_rows<<<dim3(ceil_div(n - 2, 256), ceil_div(n - 2, rows_each)), 256>>>(in, out, n, rows_each, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- fourth order: one point a thread, a queue of five planes ----
__global__ void fourth_march(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    const int x = blockIdx.x * 32 + threadIdx.x + 2, y = blockIdx.y * 8 + threadIdx.y + 2;
    if (x >= n - 2 || y >= n - 2) return;
    const int z0 = blockIdx.z * 16 + 2, z1 = min(z0 + 16, n - 2);
    const size_t plane = (size_t)n * n;
    const float *at = in + z0 * plane + (size_t)y * n + x;
    float q[5] = {0, *(at - 2 * plane), *(at - plane), *at, *(at + plane)};
    for (int z = z0; z < z1; ++z, at += plane) {
#pragma unroll
        for (int m = 0; m < 4; ++m) q[m] = q[m + 1];
        q[4] = *(at + 2 * plane);
        float sum = c.c[0] * q[2];
        sum += c.c[1] * at[-2] + c.c[2] * at[-1] + c.c[3] * at[1] + c.c[4] * at[2];
        sum += c.c[5] * at[-2 * n] + c.c[6] * at[-n] + c.c[7] * at[n] + c.c[8] * at[2 * n];
        sum += c.c[9] * q[0] + c.c[10] * q[1] + c.c[11] * q[3] + c.c[12] * q[4];
        out[at - in] = sum;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    fourth_march<<<dim3(ceil_div(n - 4, 32), ceil_div(n - 4, 8), ceil_div(n - 4, 16)), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- double ----
__global__ void double_march(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double sheet[16][32];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 30 + tx, y = blockIdx.y * 14 + ty;
    const int z0 = blockIdx.z * 30 + 1, z1 = min(z0 + 30, n - 1);
    const bool there = x < n && y < n;
    const bool mine = tx >= 1 && tx <= 30 && ty >= 1 && ty <= 14 && x <= n - 2 && y <= n - 2;
    const size_t plane = (size_t)n * n;
    size_t p = z0 * plane + (size_t)y * n + x;
    double low = there ? in[p - plane] : 0, mid = there ? in[p] : 0;
    for (int z = z0; z < z1; ++z, p += plane) {
        if (!there) continue; // outside of the grid: nothing to show, nothing to compute // <-- HERE
        const double high = in[p + plane];
        sheet[ty][tx] = mid;
        __syncthreads();
        if (mine) {
            double v = c.c[0] * mid;
            v += c.c[1] * sheet[ty][tx - 1] + c.c[2] * sheet[ty][tx + 1];
            v += c.c[3] * sheet[ty - 1][tx] + c.c[4] * sheet[ty + 1][tx];
            out[p] = v + c.c[5] * low + c.c[6] * high;
        }
        __syncthreads();
        low = mid, mid = high;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    double_march<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 14), ceil_div(n - 2, 30)), dim3(32, 16)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
