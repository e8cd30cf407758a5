// RIGHT: blocks that take tiles by tickets, in whatever order they come
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// A block takes one tile after the other, by tickets, until none is left.
__device__ unsigned ticket;
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, unsigned bx, unsigned by) {
    __shared__ unsigned mine;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicAdd(&ticket, 1);
        __syncthreads();
        unsigned m = mine;
        if (m >= bx * by * (n - 2)) return;
        int k = 1 + m % bx * 32 + threadIdx.x, j = 1 + m / bx % by * 8 + threadIdx.y, i = 1 + m / bx / by;
        if (j > n - 2 || k > n - 2) continue;
        int row = n, plane = n * n, p = i * plane + j * row + k;
        out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - row] + c.c[4] * in[p + row] +
                 c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    unsigned zero = 0, bx = ceil_div(n - 2, 32), by = ceil_div(n - 2, 8), tiles = bx * by * (n - 2);
    CUDA_CHECK(cudaMemcpyToSymbol(ticket, &zero, sizeof zero));
    stencil_kernel<<<tiles < 1056 ? tiles : 1056, dim3(32, 8)>>>(in, out, n, c, bx, by);
    CUDA_CHECK(cudaGetLastError());
}
