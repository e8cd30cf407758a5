// Kernels that `./grade demo orders` sets beside the student's own: one thread a point, and a shared plane with a halo of 2.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void plane_basic(const float *in, float *out, int n, PlaneCoefficients c) {
    const int k = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
    if (k < 1 || k > n - 2 || j < 1 || j > n - 2) return;
    const float *at = in + (size_t)j * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-n] + c.c[4] * at[n];
}

// Is 2 <= place <= n - 3?
__device__ static bool inner(int place, int n) {
    return place >= 2 && place + 2 < n;
}

__global__ void fourth_basic(const float *in, float *out, int n, FourthCoefficients c) {
    const int k = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y,
              i = blockIdx.z;
    if (!inner(k, n) || !inner(j, n) || !inner(i, n)) return;
    const int step[3] = {1, n, n * n};
    const float *at = in + ((size_t)i * n + j) * n + k;
    float sum = c.c[0] * *at;
    for (int axis = 0; axis < 3; ++axis)
        sum += c.c[1 + 4 * axis] * *(at - 2 * step[axis]) + c.c[2 + 4 * axis] * *(at - step[axis]) +
               c.c[3 + 4 * axis] * *(at + step[axis]) + c.c[4 + 4 * axis] * *(at + 2 * step[axis]);
    out[at - in] = sum;
}

// One plane of 32 x 16 in shared memory, of which 28 x 12 are computed; the column's other four values in registers.
enum { TILE_X = 32, TILE_Y = 16, INNER_X = TILE_X - 4, INNER_Y = TILE_Y - 4, PLANES = 30 };

__global__ void fourth_tile(const float *in, float *out, int n, FourthCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    const int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    const int first = 2 + blockIdx.z * PLANES, end = min(first + PLANES, n - 2), step = n * n;
    const bool inside = j < n && k < n;
    const bool computes = x >= 2 && x < TILE_X - 2 && y >= 2 && y < TILE_Y - 2 && inner(j, n) && inner(k, n);
    size_t p = (size_t)first * step + (size_t)j * n + k;
    float z0 = 0, z1 = 0, z2 = 0, z3 = 0, z4 = 0;
    if (inside) z0 = in[p - 2 * step], z1 = in[p - step], z2 = in[p], z3 = in[p + step];
    for (int plane_at = first; plane_at < end; plane_at++, p += step) {
        if (inside) z4 = in[p + 2 * step];
        plane[y][x] = z2;
        __syncthreads();
        if (computes)
            out[p] = c.c[0] * z2 + c.c[1] * plane[y][x - 2] + c.c[2] * plane[y][x - 1] +
                     c.c[3] * plane[y][x + 1] + c.c[4] * plane[y][x + 2] + c.c[5] * plane[y - 2][x] +
                     c.c[6] * plane[y - 1][x] + c.c[7] * plane[y + 1][x] + c.c[8] * plane[y + 2][x] +
                     c.c[9] * z0 + c.c[10] * z1 + c.c[11] * z3 + c.c[12] * z4;
        __syncthreads();
        z0 = z1, z1 = z2;
        z2 = z3, z3 = z4;
    }
}

__global__ void double_basic(const double *in, double *out, int n, DoubleCoefficients c) {
    const int k = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y,
              i = blockIdx.z;
    if (k < 1 || k > n - 2 || j < 1 || j > n - 2 || i < 1 || i > n - 2) return;
    const int plane = n * n;
    const double *at = in + ((size_t)i * n + j) * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-n] + c.c[4] * at[n] +
                   c.c[5] * at[-plane] + c.c[6] * at[plane];
}

extern "C" void demo_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    plane_basic<<<dim3(ceil_div(n, 32), ceil_div(n, 8)), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void demo_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    fourth_basic<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void demo_fourth_tile(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    const dim3 grid(ceil_div(n - 4, INNER_X), ceil_div(n - 4, INNER_Y), ceil_div(n - 4, PLANES));
    fourth_tile<<<grid, dim3(TILE_X, TILE_Y)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void demo_double(const double *in, double *out, int n, DoubleCoefficients c) {
    double_basic<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
