// WRONG: blockIdx.x holds the columns of blocks and their rows; the kernel counts fewer columns than the launch
// EXPECT test: 3.2/n=7
// EXPECT cause: The division
// EXPECT todo: 3.2

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

#include "tests/lab3/correct_derivative.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int across = n / 16; // <-- HERE
    int bx = blockIdx.x % across, by = blockIdx.x / across;
    int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y, z = blockIdx.y;
    if (x < 1 || y < 1 || z < 1 || x > n - 2 || y > n - 2 || z > n - 2) return;
    const float *p = in + ((size_t)z * n + y) * n + x;
    out[p - in] = c.c[0] * p[0] + c.c[1] * p[-1] + c.c[2] * p[1] + c.c[3] * p[-n] + c.c[4] * p[n] +
                  c.c[5] * p[-n * n] + c.c[6] * p[n * n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int across = ceil_div(n, 16);
    stencil_kernel<<<dim3(across * across, n), dim3(16, 16)>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
