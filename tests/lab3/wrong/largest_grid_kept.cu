// WRONG: the distance of rows is that of the largest grid so far: wrong where a smaller grid follows
// EXPECT test: 3.3/n=31
// EXPECT says: uses what the first one has kept
// EXPECT cause: `largest` keeps its value from call to call
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    static int largest;
    largest = max(largest, n);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, largest, c);
}
