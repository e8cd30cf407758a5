// The kernels that `./grade demo wide` runs beside yours. Nothing here is graded.
#include "common/demo_stencil.cuh"

enum { PLANES = 8 }; // that a thread of a march computes

extern "C" void launch_basic(const float *in, float *out, int n, StencilCoefficients c) {
    demo_basic(in, out, n, c, dim3(32, 8, 1));
}

extern "C" void launch_march(const float *in, float *out, int n, StencilCoefficients c) {
    demo_march(in, out, n, c, PLANES);
}

extern "C" void launch_march4(const float *in, float *out, int n, StencilCoefficients c) {
    demo_march4(in, out, n, c, PLANES);
}
