// WRONG: one point a thread, no plane in shared memory
// EXPECT pass: 8.3/n=258..262
// EXPECT test: 8.3/counter-1
// EXPECT score: 88

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, j = 1 + threadIdx.y + blockIdx.y * blockDim.y,
        i = 1 + blockIdx.z;
    if (k > n - 2 || j > n - 2) return;
    const double *at = in + (i * n + j) * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-n] + c.c[4] * at[n] +
                   c.c[5] * at[-n * n] + c.c[6] * at[n * n];
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    double_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 4), n - 2), dim3(32, 4)>>>(in, out, n, c);
}
