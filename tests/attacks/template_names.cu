// RIGHT: a kernel with template arguments that look like markup
#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

struct script { enum { alert = 1 }; };
template <class T, int... N> struct img {};
template <class T> __global__ void kernel_of_many(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}
void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    kernel_of_many<img<script, (1 > 0), '<', '"', '&'>><<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), dim3(32, 8)>>>(in, out, n, c);
}
