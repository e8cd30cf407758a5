// One thread a point, as in lab 3, for `./grade demo tile`: what the tile is held against.
#include "common/demo_stencil.cuh"

// Lab 3's block, and one of the tile's shape.
extern "C" void launch_basic_rows(const float *in, float *out, int n, StencilCoefficients c) {
    demo_basic(in, out, n, c, dim3(32, 8, 1));
}

extern "C" void launch_basic_cubes(const float *in, float *out, int n, StencilCoefficients c) {
    demo_basic(in, out, n, c, dim3(8, 8, 8));
}
