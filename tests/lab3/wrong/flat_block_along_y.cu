// WRONG: the threads of a flat block follow each other along y
// EXPECT score: 80
// EXPECT cause: is a quotient here

// Lab 3: the basic 3D stencil, with flat blocks.
#include "common/cuda_check.h"        // CUDA_CHECK(call)
#include "common/finite_difference.h" // launch_derivative
#include "common/grid.h"              // ceil_div
#include "common/stencil.h"           // launch_stencil, StencilCoefficients

// ---- Warm-up: one thread a sample -------------------------------------------------------------------------

__device__ float slope(const float *at, float h) {
    return (at[1] - at[-1]) / (2.0f * h);
}

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n) df[i] = slope(f + i, h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<n / 192 + 1, 192>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

// ---- The stencil: one thread a grid point -----------------------------------------------------------------

// A block is 256 threads in a single row (threadIdx.x = 0 .. 255). Together they do a patch of WIDE x HIGH
// points of one plane.
const int WIDE = 32;
const int HIGH = 8;

struct Place {
    int x, y;
};

__device__ Place place_in_patch(int t) {
    Place p;
    p.x = t / HIGH; // <-- HERE
    p.y = t % HIGH;
    return p;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    Place p = place_in_patch(threadIdx.x);
    int k = blockIdx.x * WIDE + p.x;
    int j = blockIdx.y * HIGH + p.y;
    int i = blockIdx.z;
    bool interior = i > 0 && j > 0 && k > 0 && i < n - 1 && j < n - 1 && k < n - 1;
    if (!interior) return;

    int at = i * n * n + j * n + k;
    int step[3] = {1, n, n * n};
    float sum = c.c[0] * in[at];
#pragma unroll
    for (int axis = 0; axis < 3; axis++)
        sum += c.c[1 + 2 * axis] * in[at - step[axis]] + c.c[2 + 2 * axis] * in[at + step[axis]];
    out[at] = sum;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, WIDE), ceil_div(n, HIGH), n);
    stencil_kernel<<<grid, WIDE * HIGH>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
