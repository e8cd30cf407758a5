// WRONG: rows of points in registers, x by shuffles: no shared memory at all, and few loads
// EXPECT pass: 5.4/n=64
// EXPECT test: 5.3/counter-1
// EXPECT pass: 5.4/n=69..79/2

#include "common/stencil.h"
#include "tests/lab5/rows_in_registers.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    launch_rows(in, out, n, c);
}
