// Lab 3's kernel with the block's shape as a parameter, for the table of `./grade demo blocks`.
#include "common/demo_stencil.cuh"

extern "C" void demo_block_shape(const float *in, float *out, int n, StencilCoefficients c, int bx, int by,
                                 int bz) {
    demo_basic(in, out, n, c, dim3(bx, by, bz));
}
