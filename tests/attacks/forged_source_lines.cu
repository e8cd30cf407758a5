// WRONG: #line directives name the solution, a device and fields of a record as the place of a fault
// EXPECT score: 20
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void hostile(const float *in, float *out, int n) {
    if (n % 3 == 0)
#line 10 "solutions/lab3_basic_stencil/stencil.cu"
        out[-1] = in[0]; // <-- HERE
    if (n % 3 == 1)
#line 1 "/dev/zero"
        out[-2] = in[0]; // <-- HERE
#line 2147483600 "a\tfatal=0\nwork\tlaunches=1\n\033[2J/stencil.cu"
    out[-3] = in[0]; // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    (void)c;
    hostile<<<1, 1>>>(in, out, n);
}
