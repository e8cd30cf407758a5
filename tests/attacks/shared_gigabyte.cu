// WRONG: a gigabyte of shared memory
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__shared__ char huge[1u << 30];

__global__ void hostile(const float *in, float *out, int n) {
    huge[threadIdx.x * 16000000u] = in[0];
    out[0] = huge[n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
