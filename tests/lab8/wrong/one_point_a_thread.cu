// WRONG: one point a thread in all three: right, and each value is loaded by every thread that needs it
// EXPECT pass: 8.1/n=259
// EXPECT pass: 8.2/n=70
// EXPECT pass: 8.3/n=258..262
// EXPECT test: 8.1/counter-1
// EXPECT test: 8.2/counter-1
// EXPECT test: 8.3/counter-1
// EXPECT score: 61
// EXPECT time: launch_plane missed
// EXPECT time: launch_fourth missed
// EXPECT time: launch_double reached

#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void plane_kernel(const float *in, float *out, int n, PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, j = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    if (k > n - 2 || j > n - 2) return;
    const float *at = in + (size_t)j * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-n] + c.c[4] * at[n];
}

__global__ void fourth_kernel(const float *in, float *out, int n, FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x, j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    if (k > n - 3 || j > n - 3) return;
    const int plane = n * n;
    const float *at = in + ((size_t)(2 + blockIdx.z) * n + j) * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-2] + c.c[2] * at[-1] + c.c[3] * at[1] + c.c[4] * at[2] +
                   c.c[5] * at[-2 * n] + c.c[6] * at[-n] + c.c[7] * at[n] + c.c[8] * at[2 * n] +
                   c.c[9] * at[-2 * plane] + c.c[10] * at[-plane] + c.c[11] * at[plane] +
                   c.c[12] * at[2 * plane];
}

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, j = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    if (k > n - 2 || j > n - 2) return;
    const int plane = n * n;
    const double *at = in + ((size_t)(1 + blockIdx.z) * n + j) * n + k;
    out[at - in] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-n] + c.c[4] * at[n] +
                   c.c[5] * at[-plane] + c.c[6] * at[plane];
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    plane_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8)), dim3(32, 8)>>>(in, out, n, c);
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    fourth_kernel<<<dim3(ceil_div(n - 4, 32), ceil_div(n - 4, 8), n - 4), dim3(32, 8)>>>(in, out, n, c);
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    double_kernel<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8), n - 2), dim3(32, 8)>>>(in, out, n, c);
}
