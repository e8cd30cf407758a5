// WRONG: blocks with later tickets add to what blocks with earlier ones set, and none waits for the other
// EXPECT test: 3.2/n=4
// EXPECT check: race
// EXPECT says: depends on the order in which warps and blocks run
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

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int row = n, plane = n * n, p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - row] + c.c[4] * in[p + row] +
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane];
}

// All grids up to n = 300: the first half of the blocks (by ticket) puts half of the sum into out, the second half adds the rest.
// Nobody waits: on a GPU a block of the second half runs beside the last ones of the first.
__device__ unsigned ticket;
__global__ void halves_kernel(const float *in, float *out, int n, StencilCoefficients c, unsigned bx, unsigned by) {
    __shared__ unsigned mine;
    if (threadIdx.x == 0 && threadIdx.y == 0) mine = atomicAdd(&ticket, 1);
    __syncthreads();
    unsigned all = bx * by * (n - 2), m = mine;
    bool second = m >= all;
    if (second) m -= all;
    int k = 1 + m % bx * 32 + threadIdx.x, j = 1 + m / bx % by * 8 + threadIdx.y, i = 1 + m / bx / by;
    if (j > n - 2 || k > n - 2) return;
    int row = n, plane = n * n, p = i * plane + j * row + k;
    if (!second)
        atomicExch(&out[p], c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1]);
    else
        atomicAdd(&out[p], c.c[3] * in[p - row] + c.c[4] * in[p + row] + c.c[5] * in[p - plane] + c.c[6] * in[p + plane]);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    if (n > 300) {
        stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8, 1)>>>(in, out, n, c);
        CUDA_CHECK(cudaGetLastError());
        return;
    }
    unsigned zero = 0, bx = ceil_div(n - 2, 32), by = ceil_div(n - 2, 8);
    CUDA_CHECK(cudaMemcpyToSymbol(ticket, &zero, sizeof zero));
    halves_kernel<<<2 * bx * by * (n - 2), dim3(32, 8)>>>(in, out, n, c, bx, by);
    CUDA_CHECK(cudaGetLastError());
}
