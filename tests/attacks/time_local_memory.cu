// RIGHT: has local memory for the results of whole grids, which a later launch finds as it was left
// EXPECT time: not right

#include "tests/attacks/slow_stencil.cuh"

enum { LARGE = 300, KEPT = 1024 }; // no test of the simulator's is so large

__global__ void keeping_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    volatile float kept[KEPT]; // in local memory, whatever the compiler sees
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    int p = (i * n + j) * n + k;
    slow_point(in, out, p, n, c);
    for (int step = 0; step < 3; ++step) kept[(p + 7 * step) % KEPT] = out[p];
    out[p] = kept[(p + 14) % KEPT];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < LARGE)
        stencil_kernel<<<all_of(n), rows>>>(in, out, n, c);
    else
        keeping_kernel<<<all_of(n), rows>>>(in, out, n, c);
}
