// WRONG: a breakpoint is left in the kernel: on a GPU it ends with an error where no debugger is
// EXPECT test: 3.2/n=3
// EXPECT check: trap
// EXPECT line: HERE
// EXPECT says: at a breakpoint
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
    if (p == 5) asm volatile("brkpt;"); // <-- HERE
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
