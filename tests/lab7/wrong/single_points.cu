// WRONG: right, and a march in registers, but one point a thread
// EXPECT test: 7.2/counter-1
// EXPECT test: 7.2/counter-2
// EXPECT test: 7.3/counter-1
// EXPECT pass: 7.1/n=129
// EXPECT pass: 7.3/n=100
// EXPECT score: 55

#include "common/demo_stencil.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    demo_march(in, out, n, c, 16);
}
