// WRONG: `auto` is as unsigned as blockIdx, and the guard for the left and upper neighbours is always true
// EXPECT test: 3.2/n=3
// EXPECT cause: compared as unsigned numbers
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    auto k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y; // <-- HERE
    int i = blockIdx.z;
    long p = ((long)i * n + j) * n + k;
    if (i - 1 >= 0 && j - 1 >= 0 && k - 1 >= 0 && i + 1 < n && j + 1 < n && k + 1 < n) out[p] = SEVEN_POINTS(in, p, n, c);
}
#include "tests/lab3/stencil_launch.cuh"
