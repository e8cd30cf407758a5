// WRONG: the kernel takes the spacing as an int: it is 0
// EXPECT test: 3.1/n=33
// EXPECT cause: int is not the type for what this line keeps
// EXPECT todo: 3.1

// lab 3 - M. Novak
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void diff_k(int count, int dx, const float *samples, float *result) // <-- HERE
{
    const int stride = gridDim.x * blockDim.x;
    int s = threadIdx.x + blockDim.x * blockIdx.x;
    while (s < count) {
        const bool has_both = s > 0 && s + 1 < count;
        if (has_both) {
            const float rise = samples[s + 1] - samples[s - 1];
            const float run = 2 * dx;
            result[s] = rise / run;
        }
        s += stride;
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    int blocks = (n + 127) / 128;
    if (blocks > 64) blocks = 64;
    diff_k<<<blocks, 128>>>(n, h, f, df);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void seven(const float *in, float *out, int n, StencilCoefficients w) {
    const int X = threadIdx.x + blockDim.x * blockIdx.x;
    const int Y = threadIdx.y + blockDim.y * blockIdx.y;
    const int Z = threadIdx.z + blockDim.z * blockIdx.z;
    const bool inside = X > 0 && Y > 0 && Z > 0 && X < n - 1 && Y < n - 1 && Z < n - 1;
    if (inside) {
        const float *p = in + ((size_t)Z * n + Y) * n + X;
        const int off[7] = {0, -1, 1, -n, n, -n * n, n * n};
        float acc = 0;
#pragma unroll
        for (int t = 0; t < 7; ++t) acc += w.c[t] * p[off[t]];
        out[((size_t)Z * n + Y) * n + X] = acc;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 b(32, 4, 2);
    dim3 g((n + 31) / 32, (n + 3) / 4, (n + 1) / 2);
    seven<<<g, b>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
