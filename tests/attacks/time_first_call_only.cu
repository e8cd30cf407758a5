// WRONG: launches at the first call only; what is timed is the repeated launch, not the call
// EXPECT test: 3.2/n=7
// EXPECT says: it launches nothing
// EXPECT time: not right

#include "tests/attacks/slow_stencil.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static int calls;
    if (calls++) return;
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
}
