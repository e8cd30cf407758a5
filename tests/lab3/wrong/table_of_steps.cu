// WRONG: two steps of a table stand in each other's place
// EXPECT test: 3.2/n=7
// EXPECT cause: stand in each other's place: exchanged
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__device__ inline int global_x() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline int global_y() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ inline int global_z() { return blockIdx.z * blockDim.z + threadIdx.z; }

__device__ inline bool is_inner(int v, int n) {
    return 0 < v && v < n - 1;
}

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    const int i = global_x();
    if (is_inner(i, n)) {
        float left = f[i - 1], right = f[i + 1];
        df[i] = (right - left) / (h + h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 512), 512>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int k = global_x(), j = global_y(), i = global_z();
    if (!is_inner(k, n) || !is_inner(j, n) || !is_inner(i, n)) return;

    const int plane = n * n;
    const int step[7] = {0, -1, 1, -n, n, plane, -plane}; // <-- HERE
    const int here = i * plane + j * n + k;
    float sum = 0.0f;
#pragma unroll
    for (int m = 0; m < 7; m++) {
        sum += c.c[m] * in[here + step[m]];
    }
    out[here] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const dim3 block(32, 16);
    const dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
