// WRONG: the host writes the output through the device pointer
// EXPECT test: 3.2/n=3
// EXPECT check: host-dereference
// EXPECT line: HERE
// EXPECT pass: 3.1/n=33

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    for (int p = 0; p < n * n * n; ++p) out[p] = c.c[0] * (float)n; // <-- HERE
    (void)in;
}
