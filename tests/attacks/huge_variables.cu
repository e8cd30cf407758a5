// WRONG: variables of the device of more gigabytes than the GPU has
// EXPECT score: 0
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ char huge[1ull << 30];
__device__ char large[1ull << 29];

__global__ void hostile(const float *in, float *out, int n) {
    huge[(unsigned long long)n << 28] = 1;
    large[(unsigned long long)n << 25] = in[0];
    out[0] = huge[0];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
