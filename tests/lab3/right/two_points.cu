// RIGHT: two points a thread, with float2 where n is even

#include "tests/lab3/correct_derivative.cuh"
#include "tests/lab3/seven_points.cuh"

__device__ float2 two(const float *from) {
    return *(const float2 *)from;
}

// For even n: every pair that begins at an even k lies at a multiple of 8 bytes.
__global__ void two_points_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    k *= 2;
    if (i < 1 || i > n - 2 || j < 1 || j > n - 2 || k >= n) return;
    int p = (i * n + j) * n + k;
    float2 here = two(in + p), south = two(in + p - n), north = two(in + p + n), below = two(in + p - n * n),
           above = two(in + p + n * n), sum;
    float left = k > 0 ? in[p - 1] : 0, right = k + 2 < n ? in[p + 2] : 0;
    sum.x = c.c[0] * here.x + c.c[1] * left + c.c[2] * here.y + c.c[3] * south.x + c.c[4] * north.x +
            c.c[5] * below.x + c.c[6] * above.x;
    sum.y = c.c[0] * here.y + c.c[1] * here.x + c.c[2] * right + c.c[3] * south.y + c.c[4] * north.y +
            c.c[5] * below.y + c.c[6] * above.y;
    if (k > 0 && k + 2 < n)
        *(float2 *)(out + p) = sum;
    else if (k > 0)
        out[p] = sum.x;
    else if (k + 2 < n)
        out[p + 1] = sum.y;
}

__global__ void one_point_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    POINT_OF_THREAD;
    int p = (i * n + j) * n + k;
    if (INTERIOR(i, j, k, n)) out[p] = SEVEN_POINTS(in, p, n, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(32, 8);
    if (n % 2)
        one_point_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8), n), block>>>(in, out, n, c);
    else
        two_points_kernel<<<dim3(ceil_div(n, 64), ceil_div(n, 8), n), block>>>(in, out, n, c);
}
