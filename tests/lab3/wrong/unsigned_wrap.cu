// WRONG: unsigned i - 1 >= 0 is always true: block 0 reads far outside
// EXPECT test: 3.2/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, unsigned n, StencilCoefficients c) {
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned i = blockIdx.z * blockDim.z + threadIdx.z;
    unsigned p = (i * n + j) * n + k;
    bool low = i - 1 >= 0 && j - 1 >= 0 && k - 1 >= 0;
    bool high = i + 1 < n && j + 1 < n && k + 1 < n;
    if (low && high) out[p] = SEVEN_POINTS(in, p, n, c); // <-- HERE
}

#include "tests/lab3/stencil_launch.cuh"
