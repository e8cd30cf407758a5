// WRONG: the copy of the coefficients to constant memory counts floats, not bytes
// EXPECT test: 3.2/n=7
// EXPECT cause: This copy to a variable of the device counts elements
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// The coefficients are the same for all threads: constant memory is made for that.
enum { CENTRE, WEST, EAST, SOUTH, NORTH, BELOW, ABOVE, COUNT };
__constant__ float weight[COUNT];

__global__ void central_difference(const float *f, float *df, int n, float h) {
    for (int i = 1 + blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += gridDim.x * blockDim.x)
        df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    int blocks = ceil_div(n, 256);
    if (blocks > 132) blocks = 132;
    central_difference<<<blocks, 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out, int n) {
    int k = 32 * blockIdx.x + threadIdx.x, j = 8 * blockIdx.y + threadIdx.y, i = blockIdx.z;
    bool boundary = k < 1 || j < 1 || i < 1 || k > n - 2 || j > n - 2 || i > n - 2;
    if (boundary) return;

    int p = i * n * n + j * n + k;
    out[p] = weight[CENTRE] * in[p] + weight[WEST] * in[p - 1] + weight[EAST] * in[p + 1] +
             weight[SOUTH] * in[p - n] + weight[NORTH] * in[p + n] + weight[BELOW] * in[p - n * n] +
             weight[ABOVE] * in[p + n * n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (!CUDA_CHECK(cudaMemcpyToSymbol(weight, c.c, COUNT))) return; // <-- HERE
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    sweep<<<grid, dim3(32, 8)>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
