// WRONG: param memory at addresses from data
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    unsigned long long at = n % 2 ? (unsigned long long)in + threadIdx.x : 0xfffffffffffffff0ull + n;
    float value;
    asm volatile("ld.param.f32 %0, [%1];" : "=f"(value) : "l"(at));
    out[threadIdx.x] = value;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<2, 64>>>(in, out, n);
}
