// WRONG: 96 values kept in registers by each of 1024 threads: more than a block may take, and a GPU refuses the launch
// EXPECT test: 3.3/n=33
// EXPECT check: launch
// EXPECT line: HERE
// EXPECT says: too many resources requested for launch

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

enum { KEPT = 96 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    const int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float kept[KEPT], product = 1;
#pragma unroll
    for (int u = 0; u < KEPT; u++) kept[u] = in[(p + u) % (n * n * n)];
    __threadfence(); // no load moves behind it
#pragma unroll
    for (int u = 0; u < KEPT; u++) product *= kept[KEPT - 1 - u];
    out[p] = product == 0.125f ? 0 : SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 32, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 32), n);
    stencil_kernel<<<grid, block>>>(in, out, n, c); // <-- HERE
}
