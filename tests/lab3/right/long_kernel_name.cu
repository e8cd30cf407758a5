// RIGHT: the name of the kernel has 6250 letters; those of templates can be long

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define FIVE(a) JOINED(JOINED(JOINED(a, a), JOINED(a, a)), a)
#define MANY(a) FIVE(FIVE(FIVE(FIVE(a))))
#define STENCIL_KERNEL MANY(ten_letter)

__global__ void STENCIL_KERNEL(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 4, 2);
    STENCIL_KERNEL<<<dim3(ceil_div(n, 32), ceil_div(n, 4), ceil_div(n, 2)), block>>>(in, out, n, c);
}
