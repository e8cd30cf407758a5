// WRONG: a stride of zero: no thread ever finishes
// EXPECT test: 3.2/n=3
// EXPECT check: timeout
// EXPECT line: HERE
// EXPECT says: it does not seem to end

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, int stride) {
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n * n * n; p += stride) { // <-- HERE
        int k = p % n, j = p / n % n, i = p / n / n; // <-- HERE
        if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c); // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = 4, stride = blocks / 256 * 256; // 4 / 256 is 0
    stencil_kernel<<<blocks, 256>>>(in, out, n, c, stride);
}
