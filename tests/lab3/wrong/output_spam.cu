// WRONG: the launch function prints without end
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: output limit

#include <stdio.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
    for (;;) puts("PASS \033[32mscore 100\033[0m");
}
