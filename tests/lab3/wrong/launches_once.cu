// WRONG: launches at the first call only; later calls of the same process find the result of the first one
// EXPECT test: 3.2/n=7
// EXPECT says: calls it again
// EXPECT says: it launches nothing
// EXPECT cause: `last` keeps its value from call to call, and this condition
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static int last;
    if (last == n) return;
    last = n;
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
