// WRONG: a kernel that is a branch to itself and nothing else
// EXPECT score: 20
// EXPECT pass: 3.1/n=33
// EXPECT test: 3.3/n=33
// EXPECT check: timeout

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile() { asm volatile("L: bra.uni L;"); }

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
    hostile<<<1, 32>>>();
}
