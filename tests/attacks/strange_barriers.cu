// WRONG: barriers with numbers and counts from data
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    unsigned junk = __float_as_uint(in[threadIdx.x / 32 % n]);
    asm volatile("bar.arrive %0, %1;" ::"r"(junk), "r"(junk));
    asm volatile("bar.sync %0, %1;" ::"r"(junk), "r"(junk));
    asm volatile("bar.sync %0, %1;" ::"r"(threadIdx.x), "r"(0xffffffffu));
    asm volatile("bar.arrive %0, %1;" ::"r"(n), "r"(32));
    out[threadIdx.x] = junk;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
