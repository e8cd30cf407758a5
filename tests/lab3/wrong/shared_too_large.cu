// WRONG: more dynamic shared memory than a block can have
// EXPECT test: 3.2/n=3
// EXPECT check: launch
// EXPECT line: HERE

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8, 1);
    dim3 grid(ceil_div(n, 32), ceil_div(n, 8), n);
    stencil_kernel<<<grid, block, 1 << 20>>>(in, out, n, c); // <-- HERE
}
