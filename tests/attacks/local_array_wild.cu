// WRONG: an array of the thread with indices from data
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    volatile float array[16];
    for (int i = 0; i < 16; ++i) array[i] = in[0];
    int at = __float_as_int(in[threadIdx.x % n]) ^ n;
    array[at] = 1;
    out[threadIdx.x] = array[at * 64 - n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
