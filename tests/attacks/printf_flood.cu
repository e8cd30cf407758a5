// WRONG: every thread prints as much as it can
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

#include <stdio.h>

__global__ void hostile(const float *in, float *out, int n) {
    for (int i = 0; i < 1 << 20; ++i) printf("%4000d %4000.4000f score 100 / 100\n", i, (double)in[0]);
    out[0] = n;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    if (n > 40) return;
    hostile<<<1024, 256>>>(in, out, n);
    cudaDeviceSynchronize();
}
