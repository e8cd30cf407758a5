// WRONG: the five values in registers are moved from the wrong end, so that one of them becomes all
// EXPECT test: 8.2/n=7
// EXPECT cause: This loop goes through `q` from the wrong end
// EXPECT todo: 8.2

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/other_stencils.h"

// ======== 8.1 ========
constexpr int ROWS_EACH = 8;

__global__ void plane_kernel(const float *in, float *out, int n, PlaneCoefficients c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int top = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS_EACH + 1;
    if (x >= n - 1 || top >= n - 1) return;
    float north = in[(top - 1) * n + x], here = in[top * n + x];
    for (int y = top; y < top + ROWS_EACH && y < n - 1; ++y) {
        const float south = in[(y + 1) * n + x];
        const float west = in[y * n + x - 1], east = in[y * n + x + 1];
        out[y * n + x] = c.c[0] * here + c.c[1] * west + c.c[2] * east + c.c[3] * north + c.c[4] * south;
        north = here;
        here = south;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(64, 2);
    dim3 grid(ceil_div(n - 2, 64), ceil_div(n - 2, 2 * ROWS_EACH));
    plane_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ======== 8.2 ========
constexpr int DEEP = 16;

__global__ void fourth_kernel(const float *in, float *out, int n, FourthCoefficients c) {
    const int x = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 2 + blockIdx.y * blockDim.y + threadIdx.y;
    const int z0 = 2 + blockIdx.z * DEEP, z1 = min(z0 + DEEP, n - 2);
    if (x >= n - 2 || y >= n - 2) return;
    const int slab = n * n;
    int p = z0 * slab + y * n + x;

    float q[5]; // q[0] = z-2 ... q[4] = z+2
#pragma unroll
    for (int s = 0; s < 4; s++) q[s] = in[p + (s - 2) * slab];
    for (int z = z0; z < z1; z++) {
        q[4] = in[p + 2 * slab];
        float sum = c.c[0] * q[2];
        sum += c.c[1] * in[p - 2] + c.c[2] * in[p - 1] + c.c[3] * in[p + 1] + c.c[4] * in[p + 2];
        sum += c.c[5] * in[p - 2 * n] + c.c[6] * in[p - n] + c.c[7] * in[p + n] + c.c[8] * in[p + 2 * n];
        sum += c.c[9] * q[0] + c.c[10] * q[1] + c.c[11] * q[3] + c.c[12] * q[4];
        out[p] = sum;
#pragma unroll
        for (int s = 4; s >= 1; s--) q[s - 1] = q[s]; // <-- HERE
        p += slab;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(n - 4, 32), ceil_div(n - 4, 8), ceil_div(n - 4, DEEP));
    fourth_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}

// ======== 8.3 ========
constexpr int SIDE_X = 32, SIDE_Y = 16, LAYERS = 40;

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    extern __shared__ double sheet[]; // SIDE_Y rows of SIDE_X
    const int tx = threadIdx.x, ty = threadIdx.y, cell = ty * SIDE_X + tx;
    const int x = blockIdx.x * (SIDE_X - 2) + tx, y = blockIdx.y * (SIDE_Y - 2) + ty;
    const int z0 = 1 + blockIdx.z * LAYERS, z1 = min(z0 + LAYERS, n - 1);
    const bool have = x < n && y < n;
    const bool mine = tx >= 1 && tx < SIDE_X - 1 && ty >= 1 && ty < SIDE_Y - 1 && x < n - 1 && y < n - 1;
    const int slab = n * n;
    int p = z0 * slab + y * n + x;
    double lo = 0, mid = 0, hi = 0;
    if (have) lo = in[p - slab], mid = in[p];
    for (int z = z0; z < z1; z++) {
        if (have) hi = in[p + slab];
        sheet[cell] = mid;
        __syncthreads();
        if (mine)
            out[p] = c.c[0] * mid + c.c[1] * sheet[cell - 1] + c.c[2] * sheet[cell + 1] +
                     c.c[3] * sheet[cell - SIDE_X] + c.c[4] * sheet[cell + SIDE_X] + c.c[5] * lo + c.c[6] * hi;
        __syncthreads();
        lo = mid;
        mid = hi;
        p += slab;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    dim3 block(SIDE_X, SIDE_Y);
    dim3 grid(ceil_div(n - 2, SIDE_X - 2), ceil_div(n - 2, SIDE_Y - 2), ceil_div(n - 2, LAYERS));
    double_kernel<<<grid, block, SIDE_X * SIDE_Y * sizeof(double)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
