// WRONG: the number of an interior point is divided by n * n, where a plane of them has (n - 2) * (n - 2)
// EXPECT test: 3.2/n=7
// EXPECT cause: `n` in this line is not what belongs there
// EXPECT todo: 3.2

// Lab 3. One line of threads over the interior points.
#include "common/cuda_check.h"
#include "common/finite_difference.h"
#include "common/grid.h"
#include "common/stencil.h"

__global__ void derivative_kernel(const float *f, float *df, int n, float h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i <= n - 2) df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
}

void launch_derivative(const float *f, float *df, int n, float h) {
    derivative_kernel<<<ceil_div(n, 256), 256>>>(f, df, n, h);
    CUDA_CHECK(cudaGetLastError());
}

struct Point {
    int i, j, k;
};

// Number `t` of the interior, counted x first, as a point of the grid.
__device__ Point interior_point(int t, int n) {
    const int m = n - 2; // interior points of an axis
    Point p;
    p.k = t % m + 1;
    p.j = t / m % m + 1;
    p.i = t / (n * n) + 1; // <-- HERE
    return p;
}

__device__ inline int at(Point p, int n) { return (p.i * n + p.j) * n + p.k; }

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int m = n - 2;
    if (t >= m * m * m) return;
    int q = at(interior_point(t, n), n);
    out[q] = c.c[0] * in[q] + c.c[1] * in[q - 1] + c.c[2] * in[q + 1] + c.c[3] * in[q - n] + c.c[4] * in[q + n] +
             c.c[5] * in[q - n * n] + c.c[6] * in[q + n * n];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n <= 2) return;
    int m = n - 2;
    stencil_kernel<<<ceil_div(m * m * m, 256), 256>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
