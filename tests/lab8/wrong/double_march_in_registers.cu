// WRONG: the column moves through registers, and its neighbours in x and y come from global memory, not from a shared plane
// EXPECT pass: 8.3/n=258..262
// EXPECT test: 8.3/counter-1
// EXPECT score: 88

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

enum { PLANES = 32 };

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, j = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 1 + blockIdx.z * PLANES, end = min(first + PLANES, n - 1), plane = n * n;
    if (k > n - 2 || j > n - 2) return;
    int p = first * plane + j * n + k;
    double below = in[p - plane], here = in[p];
    for (int i = first; i < end; ++i, p += plane) {
        double above = in[p + plane];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                 c.c[4] * in[p + n] + c.c[5] * below + c.c[6] * above;
        below = here;
        here = above;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, 32), ceil_div(n - 2, 8), ceil_div(n - 2, PLANES));
    double_kernel<<<grid, dim3(32, 8)>>>(in, out, n, c);
}
