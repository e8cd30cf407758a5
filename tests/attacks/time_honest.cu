// RIGHT: the control of the other time_*.cu files: the same slow kernel, and no trick
// EXPECT time: missed

#include "tests/attacks/slow_stencil.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
}
