// WRONG: a kernel with x slowest hides among loads that cost nothing: thousands of broadcasts of one float
// EXPECT pass: 3.3/n=33
// EXPECT test: 3.4/counter-1

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
    int p = (i * n + j) * n + k;
    if (!INTERIOR(i, j, k, n)) return;
    float nothing = 0.0f;
    for (int r = 0; r < 60; ++r) nothing += ((const volatile float *)in)[0];
    out[p] = SEVEN_POINTS(in, p, n, c) + 0.0f * nothing;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), n, n), 32>>>(in, out, n, c);
}
