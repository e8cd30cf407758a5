// WRONG: a kernel negates the caller's input, the sum has negated coefficients, and a kernel puts the input back
// EXPECT check: input-written
// EXPECT line: HERE
// EXPECT test: 3.2/n=3
// EXPECT test: 3.3/n=33
// EXPECT says: It was put back afterwards
// EXPECT score: 20

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

__global__ void negate_kernel(float *in, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) in[p] = -in[p]; // <-- HERE
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int count = n * n * n;
    StencilCoefficients d;
    for (int m = 0; m < 7; ++m) d.c[m] = -c.c[m];
    negate_kernel<<<ceil_div(count, 256), 256>>>((float *)in, count);
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, d);
    negate_kernel<<<ceil_div(count, 256), 256>>>((float *)in, count);
}
