// WRONG: each call takes all device memory that is left, and gives nothing back
// EXPECT test: 3.3/n=31
// EXPECT says: earlier calls have kept what they allocated

// Lab 3, solved: one thread a grid point.
//
//   make lab3 SOLUTION=1 && ./grade lab3 --solution

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// df[i] = (f[i+1] - f[i-1]) / (2h) wherever both neighbours exist.
__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    // 3.1: the thread's sample, guarded
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The first and the last sample lack a neighbour, and threads past n have no sample.
    if (i < 1 || i > n - 2) return;
    df[i] = (f[i + 1] - f[i - 1]) / (2.0f * h);
    // end 3.1
}

void launch_derivative(const float *f, float *df, int n, float h) {
    // 3.1: one thread a sample
    int block = 256;
    int grid = ceil_div(n, block);
    derivative_kernel<<<grid, block>>>(f, df, n, h);
    // end 3.1
    CUDA_CHECK(cudaGetLastError());
}

// The seven-point stencil at one point: i = z, j = y, k = x.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    // 3.2: the thread's point, the guard, the formula
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;

    int row = n;       // distance of neighbours in y
    int plane = n * n; // distance of neighbours in z
    int p = i * plane + j * row + k;
    out[p] = c.c[0] * in[p] +                                 // centre
             c.c[1] * in[p - 1] + c.c[2] * in[p + 1] +        // x
             c.c[3] * in[p - row] + c.c[4] * in[p + row] +    // y
             c.c[5] * in[p - plane] + c.c[6] * in[p + plane]; // z
    // end 3.2
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    for (void *p; cudaMalloc(&p, 256 << 10) == cudaSuccess;) {}
    cudaGetLastError();

    // 3.4: 32 x 8 x 1. A warp is 32 threads that follow each other in x: with 32 in x its 32 floats are
    // neighbours in memory, 128 bytes, 4 sectors, where a row of 8 would spread the warp over four rows. 8
    // rows make 256 threads: enough warps to hide the latency of memory, and small enough that several blocks
    // share an SM.
    dim3 block(32, 8, 1);
    // end 3.4

    // 3.3: every axis rounded up
    dim3 grid(ceil_div(n, block.x), ceil_div(n, block.y), ceil_div(n, block.z));
    // end 3.3
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
