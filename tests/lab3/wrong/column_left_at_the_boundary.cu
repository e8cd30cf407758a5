// WRONG: return in the march, where continue is meant
// EXPECT test: 3.3/n=31
// EXPECT cause: `return` ends here what is left of the loop

// Lab 3: each thread does a short column of PLANES points, one above the other.
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { PLANES = 4 };

#define INSIDE(v) ((v) >= 1 && (v) <= n - 2)

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (INSIDE(i)) {
        float left = f[i - 1], right = f[i + 1];
        df[i] = (right - left) / (2 * h);
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    dim3 threads(128);
    dim3 blocks(ceil_div(n, threads.x));
    derivative_kernel<<<blocks, threads>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = threadIdx.x + blockIdx.x * blockDim.x;
    int j = threadIdx.y + blockIdx.y * blockDim.y;
    if (!INSIDE(k) || !INSIDE(j)) return;

    int z0 = PLANES * blockIdx.z;
    for (int s = 0; s < PLANES; s++) {
        int i = z0 + s;
        if (!INSIDE(i)) return; // <-- HERE
        int at = k + n * (j + n * i);
        float r = c.c[0] * in[at];
        r += c.c[1] * in[at - 1] + c.c[2] * in[at + 1];
        r += c.c[3] * in[at - n] + c.c[4] * in[at + n];
        r += c.c[5] * in[at - n * n] + c.c[6] * in[at + n * n];
        out[at] = r;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 threads(32, 8);
    dim3 blocks(ceil_div(n, threads.x), ceil_div(n, threads.y), ceil_div(n, PLANES));
    stencil_kernel<<<blocks, threads>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
