// WRONG: inline PTX that no assembler would take
// EXPECT score: 0

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out) {
    int x = threadIdx.x;
    asm volatile(R"(this is no instruction;)" : "+r"(x) : "l"(in));
    out[0] = x;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)n, (void)c;
    hostile<<<1, 32>>>(in, out);
}
