// RIGHT: allocates a byte a hundred times; between the allocations lie pages of which nothing is put back
// EXPECT time: not right

#include "tests/attacks/slow_stencil.cuh"

enum { LARGE = 300, TIMES = 100 }; // no test of the simulator's is so large

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *taken;
    for (int i = 0; n >= LARGE && i < TIMES; i++) cudaMalloc(&taken, 1);
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
}
