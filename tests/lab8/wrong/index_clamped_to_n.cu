// WRONG: columns past the end are moved to column n, which is past the end too
// EXPECT check: out-of-bounds
// EXPECT test: 8.1/n=3
// EXPECT cause: `n` in this line is one too many or one too few
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// One point a thread, no march: x neighbours by shuffles, the whole column loaded again for every point.
// x neighbours through a row in shared memory that a warp has for itself.
__global__ void plane_kernel(const float *__restrict__ in, float *__restrict__ out, int n, PlaneCoefficients c) {
    __shared__ volatile float row[8][34];
    int lane = threadIdx.x, k = 1 + lane + blockIdx.x * 32, first = 1 + (threadIdx.y + blockIdx.y * 8) * 8;
    if (first > n - 2) return;
    int q = min(k, n); // <-- HERE
    float above = in[(first - 1) * n + q], here = in[first * n + q];
    for (int j = first; j < min(first + 8, n - 1); ++j) {
        float below = in[(j + 1) * n + q];
        row[threadIdx.y][lane + 1] = here;
        if (lane == 0) row[threadIdx.y][0] = in[j * n + k - 1];
        if (lane == 31) row[threadIdx.y][33] = k + 1 < n ? in[j * n + k + 1] : 0.0f;
        __syncwarp();
        if (k <= n - 2)
            out[j * n + k] = c.c[0] * here + c.c[1] * row[threadIdx.y][lane] + c.c[2] * row[threadIdx.y][lane + 2] +
                             c.c[3] * above + c.c[4] * below;
        __syncwarp();
        above = here;
        here = below;
    }
}
void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    plane_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 64)), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void fourth_kernel(const float *__restrict__ in, float *__restrict__ out, int n, FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * 32;
    int j = 2 + threadIdx.y + blockIdx.y * 8;
    int i = 2 + blockIdx.z;
    if (j > n - 3) return; // whole warps
    int lane = threadIdx.x;
    size_t P = (size_t)n * n, p = i * P + (size_t)j * n + k;
    float here = k <= n - 1 ? in[p] : 0.0f;
    float l1 = __shfl_up_sync(~0u, here, 1), r1 = __shfl_down_sync(~0u, here, 1);
    float l2 = __shfl_up_sync(~0u, here, 2), r2 = __shfl_down_sync(~0u, here, 2);
    float e = 0; // lanes 0, 1: point k-2; lanes 30, 31: point k+2
    if (lane < 2) e = in[p - 2];
    if (lane >= 30 && k + 2 < n) e = in[p + 2];
    float e_l = __shfl_down_sync(~0u, e, 1), e_r = __shfl_up_sync(~0u, e, 1);
    if (lane < 2) l2 = e;
    if (lane >= 30) r2 = e;
    if (lane == 0) l1 = e_l;
    if (lane == 31) r1 = e_r;
    if (k > n - 3) return;
    out[p] = c.c[0] * here + c.c[1] * l2 + c.c[2] * l1 + c.c[3] * r1 + c.c[4] * r2 + c.c[5] * in[p - 2 * n] +
             c.c[6] * in[p - n] + c.c[7] * in[p + n] + c.c[8] * in[p + 2 * n] + c.c[9] * in[p - 2 * P] +
             c.c[10] * in[p - P] + c.c[11] * in[p + P] + c.c[12] * in[p + 2 * P];
}
void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    fourth_kernel<<<dim3(ceil_div(n - 4, 32), ceil_div(n - 4, 8), n - 4), dim3(32, 8)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// z-1 is read again from a second shared plane; only the centre and z+1 are in registers.
enum { TILE = 32, INNER = 30, DEPTH = 30 };
__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER + x, j = blockIdx.y * INNER + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool inside = j < n && k < n;
    bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER && j <= n - 2 && k <= n - 2;
    int step = n * n, p = first * step + j * n + k;
    plane[(first - 1) & 1][y][x] = inside ? in[p - step] : 0;
    double here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        plane[i & 1][y][x] = here;
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * here + c.c[1] * plane[i & 1][y][x - 1] + c.c[2] * plane[i & 1][y][x + 1] +
                     c.c[3] * plane[i & 1][y - 1][x] + c.c[4] * plane[i & 1][y + 1][x] +
                     c.c[5] * plane[(i & 1) ^ 1][y][x] + c.c[6] * above;
        __syncthreads();
        here = above;
    }
}
void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    double_kernel<<<dim3(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH)), dim3(TILE, TILE)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
