// WRONG: the text of a macro is a sum without parentheses: only its first summand divides
// EXPECT test: 3.1/n=33
// EXPECT cause: The macro `APART` has no parentheses around its text
// EXPECT cause: is 2 times what it should be
// EXPECT pass: 3.3/n=33
#define APART(step) (step) + (step) // <-- HERE

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

__global__ void derivative_kernel(const float *sample, float *slope, int count, float h) {
    const int me = threadIdx.x + blockDim.x * blockIdx.x;
    if (me < 1 || me > count - 2) return;
    slope[me] = (sample[me + 1] - sample[me - 1]) / APART(h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
}
