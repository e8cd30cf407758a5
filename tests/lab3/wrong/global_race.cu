// WRONG: two threads add to one point without atomics
// EXPECT test: 3.3/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

// Threads with threadIdx.z = 0 add the plane's terms, those with threadIdx.z = 1 the terms above and below.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float above_and_below = c.c[5] * in[p - n * n] + c.c[6] * in[p + n * n];
    float part = threadIdx.z ? above_and_below : SEVEN_POINTS(in, p, n, c) - above_and_below;
    out[p] += part; // <-- HERE
}

__global__ void clear_interior(float *out, int n) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = 0.0f;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    clear_interior<<<grid, dim3(32, 8, 1)>>>(out, n);
    stencil_kernel<<<grid, dim3(32, 8, 2)>>>(in, out, n, c);
}
