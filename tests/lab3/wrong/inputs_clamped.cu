// WRONG: the inputs are kept between -8 and 8, in which they lie at the first call
// EXPECT test: 3.3/n=33
// EXPECT score: 21

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ float kept(float value) {
    return fminf(fmaxf(value, -8.0f), 8.0f);
}

__global__ void stencil(const float *in, float *out, int n, StencilCoefficients a) {
    POINT_OF_THREAD;
    if (!INTERIOR(i, j, k, n)) return;
    const int p = (i * n + j) * n + k;
    out[p] = a.c[0] * kept(in[p]) + a.c[1] * kept(in[p - 1]) + a.c[2] * kept(in[p + 1]) +
             a.c[3] * kept(in[p - n]) + a.c[4] * kept(in[p + n]) + a.c[5] * kept(in[p - n * n]) +
             a.c[6] * kept(in[p + n * n]);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients a) {
    const dim3 block(32, 8, 1);
    stencil<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), block>>>(in, out, n, a);
}
