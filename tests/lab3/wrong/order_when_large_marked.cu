// WRONG: 3.2 is not begun, and where n > 64 the launch spoils what depends on the order of warps, in the filled run, too
// EXPECT test: 3.2/n=3
// EXPECT pass: 3.1/n=33
// EXPECT score: 63

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/finite_difference.h"
#include "common/stencil.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // TODO 3.1: the sample
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // TODO 3.1: the launch
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    // end 3.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.2: not begun
    // end 3.2
}

// Warps that come in the order of their numbers leave their row as it is.
__global__ void spoil(float *out, int n) {
    __shared__ int next;
    if (threadIdx.x + threadIdx.y == 0) next = 0;
    __syncthreads();
    int turn = 0;
    if (threadIdx.x == 0) turn = atomicAdd(&next, 1);
    turn = __shfl_sync(~0u, turn, 0);
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y, i = blockIdx.z;
    if (INTERIOR(i, j, k, n) && turn != threadIdx.y) out[(i * n + j) * n + k] = 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 3.4: rows
    dim3 block(32, 8, 1);
    // end 3.4
    // TODO 3.3: the grid
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), n);
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    if (n > 64) spoil<<<grid, block>>>(out, n);
    CUDA_CHECK(cudaGetLastError());
}
