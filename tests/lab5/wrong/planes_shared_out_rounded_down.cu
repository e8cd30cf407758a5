// WRONG: the planes are shared out among the blocks by a division that drops what is left over
// EXPECT test: 5.1/n=67
// EXPECT cause: together 64, and there are 65
// EXPECT todo: 5.1

// Lab 5: the planes are dealt out evenly to the blocks in z
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"


const int T = 32;

__device__ float fetch(const float *in, int n, int i, int j, int k) {
    return max(i, max(j, k)) < n ? in[(i * n + j) * n + k] : 0.0f;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float a[T / 2][T], b[T / 2][T], d[T / 2][T];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * (T - 2) + x;
    int j = blockIdx.y * (T / 2 - 2) + y;
    bool active = x % (T - 1) && y % (T / 2 - 1) && j < n - 1 && k < n - 1;

    int per_block = (n - 2) / gridDim.z; // <-- HERE
    int i = 1 + blockIdx.z * per_block;
    int end = i + per_block;

    a[y][x] = fetch(in, n, i - 1, j, k);
    b[y][x] = fetch(in, n, i, j, k);
    while (i < end) {
        d[y][x] = fetch(in, n, i + 1, j, k);
        __syncthreads();
        if (active) {
            float sum = c.c[0] * b[y][x] + c.c[5] * a[y][x] + c.c[6] * d[y][x];
            sum += c.c[1] * b[y][x - 1] + c.c[2] * b[y][x + 1];
            sum += c.c[3] * b[y - 1][x] + c.c[4] * b[y + 1][x];
            out[(i * n + j) * n + k] = sum;
        }
        __syncthreads();
        a[y][x] = b[y][x];
        b[y][x] = d[y][x];
        i++;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int m = n - 2;
    dim3 grid(ceil_div(m, T - 2), ceil_div(m, T / 2 - 2), ceil_div(m, 40)); // 40 planes a block or less
    stencil_kernel<<<grid, dim3(T, T / 2)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
