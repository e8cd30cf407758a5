// WRONG: the host writes through a null pointer
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float *volatile nowhere = nullptr;
    *nowhere = c.c[0];
    (void)in, (void)out, (void)n;
}
