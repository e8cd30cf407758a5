// WRONG: a march without a tile that reads by atomics, which are no loads
// EXPECT pass: 5.3/n=34
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-2
// EXPECT pass: 5.4/counter-1

#include "tests/lab5/pieces.cuh"

__device__ float at(const float *in, int p) {
    return __int_as_float(atomicOr((int *)(in + p), 0));
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y;
    if (j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    for (int i = 1; i <= n - 2; ++i) {
        int p = POINT(i);
        out[p] = c.c[0] * at(in, p) + c.c[1] * at(in, p - 1) + c.c[2] * at(in, p + 1) + c.c[3] * at(in, p - n) +
                 c.c[4] * at(in, p + n) + c.c[5] * at(in, p - n * n) + c.c[6] * at(in, p + n * n);
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8)), dim3(32, 8)>>>(in, out, n, c);
}
