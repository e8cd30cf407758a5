// RIGHT: leaves a kernel spinning on a second stream, to slow the copy that the time is compared with
// EXPECT time: missed

#include "tests/attacks/slow_stencil.cuh"

__global__ void spin(int steps) {
    for (volatile int step = 0; step < steps; ++step) {
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static cudaStream_t aside;
    if (!aside) cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
    stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
    spin<<<8, 32, 0, aside>>>(5000);
}
