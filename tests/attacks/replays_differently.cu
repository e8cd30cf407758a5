// WRONG: hides its slow accesses from the counters: the first run writes nothing, the repetition computes
// EXPECT test: 3.2/n=3
// EXPECT test: 3.4/counter-1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ int runs;

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    if (runs && INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

__global__ void count() { ++runs; }

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), n, n), 32>>>(in, out, n, c);
    count<<<1, 1>>>();
}
