// WRONG: reads one float back to decide what to launch
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: copies data from the device back

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    float first;
    cudaMemcpy(&first, in, sizeof first, cudaMemcpyDeviceToHost);
    if (first != 42.0f) stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
