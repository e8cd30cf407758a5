// WRONG: computes on a second stream that nobody waits for, so that a clock on the first one sees nothing
// EXPECT test: 3.2/n=5
// EXPECT check: race
// EXPECT says: The function returns while kernel stencil_kernel

#include "tests/attacks/slow_stencil.cuh"

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static cudaStream_t aside;
    if (!aside) cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    stencil_kernel<<<all_of(n), rows, 0, aside>>>(in, out, n, c);
}
