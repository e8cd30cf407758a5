// WRONG: the right halo goes into the tile without the width of the left one, over inner points
// EXPECT test: 8.2/n=35
// EXPECT cause: An index of `s` in this line lacks something

// Lab 8: other stencils.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ---- A plane ----

template <int N> __global__ void plane_rows(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x + 1;
    const int y = N * (threadIdx.y + blockIdx.y * blockDim.y) + 1;
    if (x > n - 2) return;
    float v[N + 2]; // rows y-1 .. y+N
#pragma unroll
    for (int r = 0; r < N + 2; ++r) v[r] = y - 1 + r < n ? in[(size_t)(y - 1 + r) * n + x] : 0.f;
#pragma unroll
    for (int r = 0; r < N; ++r) {
        if (y + r > n - 2) break;
        const size_t at = (size_t)(y + r) * n + x;
        out[at] = c.c[0] * v[r + 1] + c.c[1] * in[at - 1] + c.c[2] * in[at + 1] + c.c[3] * v[r] + c.c[4] * v[r + 2];
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    const dim3 block(32, 4);
    plane_rows<6><<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 4 * 6)), block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Fourth order: the plane in shared memory with a halo of 2, the column in registers ----

constexpr int R = 2; // how far the stencil reaches
constexpr int FX = 32, FY = 16, FZ = 16;

__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    __shared__ float s[FY + 2 * R][FX + 2 * R];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = R + blockIdx.x * FX + tx, y = R + blockIdx.y * FY + ty;
    const int z0 = R + blockIdx.z * FZ, z1 = min(z0 + FZ, n - R);
    const bool exists = x < n && y < n, computes = x < n - R && y < n - R;
    const size_t dz = (size_t)n * n;
    size_t p = z0 * dz + (size_t)y * n + x;
    float q[2 * R + 1]; // z-2 .. z+2
    for (int m = 0; m < 2 * R + 1; ++m) q[m] = 0;
    if (exists) {
#pragma unroll
        for (int m = 0; m < 2 * R; ++m) q[m] = in[p + (size_t)m * dz - R * dz];
    }
    for (int z = z0; z < z1; ++z, p += dz) {
        if (exists) {
            q[4] = in[p + R * dz];
            s[ty + R][tx + R] = q[2];
            // the halo: two columns and two rows on each side
            if (tx < R) {
                s[ty + R][tx] = in[p - R];
                if (x + FX < n) s[ty + R][tx + FX] = in[p + FX]; // <-- HERE
            }
            if (ty < R) {
                s[ty][tx + R] = in[p - R * n];
                if (y + FY < n) s[ty + R + FY][tx + R] = in[p + FY * n];
            }
        }
        __syncthreads();
        if (computes) {
            const int i = ty + R, j = tx + R;
            float sum = c.c[0] * q[2];
            sum += c.c[1] * s[i][j - 2] + c.c[2] * s[i][j - 1] + c.c[3] * s[i][j + 1] + c.c[4] * s[i][j + 2];
            sum += c.c[5] * s[i - 2][j] + c.c[6] * s[i - 1][j] + c.c[7] * s[i + 1][j] + c.c[8] * s[i + 2][j];
            sum += c.c[9] * q[0] + c.c[10] * q[1] + c.c[11] * q[3] + c.c[12] * q[4];
            out[p] = sum;
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 2 * R; ++m) q[m] = q[m + 1];
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    const int m = n - 2 * R;
    if (m <= 0) return;
    fourth_kernel<<<dim3(ceil_div(m, FX), ceil_div(m, FY), ceil_div(m, FZ)), dim3(FX, FY)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ---- Seven points in double ----

enum { DX = 32, DY = 16, DZ = 30 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[DY][DX];
    const int x = threadIdx.x, y = threadIdx.y;
    const int k = blockIdx.x * (DX - 2) + x, j = blockIdx.y * (DY - 2) + y;
    const int first = blockIdx.z * DZ + 1, end = min(first + DZ, n - 1);
    const bool loads = k < n && j < n;
    const bool sums = x > 0 && x < DX - 1 && y > 0 && y < DY - 1 && k < n - 1 && j < n - 1;
    const size_t step = (size_t)n * n;
    size_t p = first * step + (size_t)j * n + k;
    // TODO 8.3
    double behind = loads ? in[p - step] : 0.0, now = loads ? in[p] : 0.0, ahead = 0.0;
    for (int i = first; i < end; ++i) {
        if (loads) ahead = in[p + step];
        plane[y][x] = now;
        __syncthreads();
        if (sums)
            out[p] = c.c[0] * now + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] + c.c[3] * plane[y - 1][x] +
                     c.c[4] * plane[y + 1][x] + c.c[5] * behind + c.c[6] * ahead;
        __syncthreads();
        behind = now;
        now = ahead;
        p += step;
    }
    // end 8.3
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, DX - 2), ceil_div(n - 2, DY - 2), ceil_div(n - 2, DZ));
    double_kernel<<<grid, dim3(DX, DY)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
