// WRONG: one point a thread: five loads a point
// EXPECT pass: 8.1/n=259
// EXPECT test: 8.1/counter-1
// EXPECT score: 88

#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_double.cuh"

__global__ void plane_kernel(const float *in, float *out, int n, PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, j = 1 + threadIdx.y + blockIdx.y * blockDim.y,
        p = j * n + k;
    if (k > n - 2 || j > n - 2) return;
    out[p] =
        c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n];
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    plane_kernel<<<dim3(ceil_div(n, 32), ceil_div(n, 8)), dim3(32, 8)>>>(in, out, n, c);
}
