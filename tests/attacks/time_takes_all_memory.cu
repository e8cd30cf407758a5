// RIGHT: takes all memory of the GPU for a large grid, so that nothing is left to measure with
// EXPECT time: missed

#include "tests/attacks/slow_stencil.cuh"

enum { LARGE = 300 }; // no test of the simulator's is so large

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    void *taken;
    for (size_t bytes = (size_t)1 << 38; n >= LARGE && bytes >= 1 << 21; bytes /= 2)
        if (!cudaMalloc(&taken, bytes)) bytes *= 2;
    cudaGetLastError();
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
}
