// WRONG: continue for the first sample skips the lines that move the window on
// EXPECT test: 3.1/n=31
// EXPECT cause: skips the steps at the end of the loop
// EXPECT todo: 3.1

#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

// A thread walks over four samples in a row and carries the last two values along: 6 loads in place of 8.
static const int WALK = 4;

__global__ void slope(const float *f, float *df, int n, float h) {
    const int start = WALK * (blockDim.x * blockIdx.x + threadIdx.x);
    if (start >= n) return;
    const float scale = 2.0f * h;
    float left = start > 0 ? f[start - 1] : 0.0f; // not used for sample 0
    float here = f[start];
    for (int i = start; i < start + WALK; ++i) {
        if (i + 1 >= n) break; // the last sample has nothing on its right
        if (i == 0) continue; // the first sample has nothing on its left // <-- HERE
        const float right = f[i + 1];
        df[i] = (right - left) / scale;
        left = here;
        here = right;
    }
}

void launch_derivative(const float *f, float *df, int n, float h) {
    const int threads = 128;
    slope<<<ceil_div(n, WALK * threads), threads>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

__device__ bool interior(int a, int n) {
    return a > 0 && a < n - 1;
}

__global__ void seven_points(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (interior(i, n) && interior(j, n) && interior(k, n)) {
        const float *at = in + (i * n * n + j * n + k);
        float sum = c.c[0] * at[0];
        sum += c.c[1] * at[-1] + c.c[2] * at[1];
        sum += c.c[3] * at[-n] + c.c[4] * at[n];
        sum += c.c[5] * at[-n * n] + c.c[6] * at[n * n];
        out[i * n * n + j * n + k] = sum;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(64, 4, 1);
    dim3 grid(ceil_div(n, 64), ceil_div(n, 4), n);
    seven_points<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
