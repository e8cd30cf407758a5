// WRONG: a march along z with three values in registers: five loads a point, nothing is shared
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT pass: 4.4/n=258..262
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (n < 3 || j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    int p = (n + j) * n + k;
    float below = in[p - n * n], here = in[p];
    for (int i = 1; i <= n - 2; ++i, p += n * n) {
        float above = in[p + n * n];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                 c.c[4] * in[p + n] + c.c[5] * below + c.c[6] * above;
        below = here;
        here = above;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8)), dim3(32, 8)>>>(in, out, n, c);
}
