// RIGHT: one thread walks a column along z and carries three values; the slow derivative in one block

#include "common/finite_difference.h"
#include "common/grid.h"
#include "tests/lab3/seven_points.cuh"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    for (int i = threadIdx.x + 1; i < n - 1; i += blockDim.x) df[i] = (f[i + 1] - f[i - 1]) * (0.5f / h);
}

void launch_derivative(const float *f, float *df, int n, float h) { derivative_kernel<<<1, 64>>>(f, df, n, h); }

__global__ void stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int n, StencilCoefficients c) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, plane = n * n;
    if (k < 1 || k > n - 2 || j < 1 || j > n - 2) return;
    int p = j * n + k;
    float below = in[p], here = n > 1 ? in[p + plane] : 0.0f;
    for (int i = 1; i < n - 1; ++i) {
        p += plane;
        float above = in[p + plane];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] + c.c[4] * in[p + n] + c.c[5] * below + c.c[6] * above;
        below = here;
        here = above;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<dim3(ceil_div(n, 64), ceil_div(n, 2)), dim3(64, 2)>>>(in, out, n, c);
}
