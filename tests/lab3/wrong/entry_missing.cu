// WRONG: launch_stencil does not exist: its name is misspelt
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: launch_stencil
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

extern "C" void launch_stencl(const float *in, float *out, int n, StencilCoefficients c) {
    (void)in, (void)out, (void)n, (void)c;
}
