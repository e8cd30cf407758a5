// WRONG: the text of a macro is a product without parentheses: / BOTH_STEPS divides by 2 and multiplies by the step
// EXPECT test: 3.1/n=33
// EXPECT cause: The macro `BOTH_STEPS` has no parentheses around its text
// EXPECT pass: 3.3/n=33
#define BOTH_STEPS 2.0f * step // <-- HERE

#include "common/finite_difference.h"
#include "tests/lab3/correct_stencil.cuh"

__global__ void derivative_kernel(const float *sample, float *slope, int count, float step) {
    const int me = threadIdx.x + blockDim.x * blockIdx.x;
    if (me < 1 || me > count - 2) return;
    slope[me] = (sample[me + 1] - sample[me - 1]) / BOTH_STEPS;
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 128), 128>>>(f, df, n, h);
}
