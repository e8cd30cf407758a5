// WRONG: blocks wait for a flag that nobody sets
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33
// EXPECT check: timeout

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ volatile int flag;

__global__ void hostile(float *out) {
    while (!flag) __nanosleep(1000000);
    out[0] = 1;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)n, (void)c;
    hostile<<<4, 1>>>(out);
}
