// WRONG: keeps the result of the first run in a __device__ array and gives it again
// EXPECT test: 3.2/n=8
// EXPECT test: 3.3/n=33
// EXPECT time: not right

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ float cache[130 * 130 * 130];
__device__ const float *cached;

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    if (cached != in) cache[p] = SEVEN_POINTS(in, p, n, c);
    out[p] = cache[p];
}

__global__ void remember(const float *in) { cached = in; }

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
    remember<<<1, 1>>>(in);
}
