// WRONG: a grid of 2147483647 blocks
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33
// EXPECT check: timeout

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    if (blockIdx.x == 2147483646) out[0] = in[0] + n;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2147483647, 1024>>>(in, out, n);
}
