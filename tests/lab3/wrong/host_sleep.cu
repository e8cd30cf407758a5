// WRONG: the host sleeps for ever
// EXPECT test: 3.2/n=3
// EXPECT check: timeout

#include <unistd.h>

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
    for (;;) pause();
}
