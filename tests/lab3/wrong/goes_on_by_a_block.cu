// WRONG: threads go on by those of their own block, and all blocks do the same
// EXPECT test: 3.1/n=66000..90000
// EXPECT cause: goes on by the number of threads of its own block

// Lab 3, basic stencil.
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// ---- warm-up ----

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = blockDim.x; // <-- HERE
    for (int s = first; s < n - 1; s += step) {
        if (s == 0) continue; // no left neighbour
        df[s] = (f[s + 1] - f[s - 1]) / (2 * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    const int threads = 256;
    derivative_kernel<<<ceil_div(n, threads), threads>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// ---- stencil ----

__device__ bool has_neighbours(int where, int n) {
    return where > 0 && where < n - 1;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    const int k = threadIdx.x + blockDim.x * blockIdx.x;
    const int j = threadIdx.y + blockDim.y * blockIdx.y;
    const int i = threadIdx.z + blockDim.z * blockIdx.z;
    if (has_neighbours(i, n) && has_neighbours(j, n) && has_neighbours(k, n)) {
        const float *here = in + (i * n + j) * n + k;
        float sum = c.c[0] * here[0];
        sum += c.c[1] * here[-1];
        sum += c.c[2] * here[1];
        sum += c.c[3] * here[-n];
        sum += c.c[4] * here[n];
        sum += c.c[5] * here[-n * n];
        sum += c.c[6] * here[n * n];
        out[(i * n + j) * n + k] = sum;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(64, 4, 1);
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
