// WRONG: the coefficients of z-1 and z-2 are swapped
// EXPECT test: 8.2/n=5

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

// The eight neighbours in x and y.
#define BESIDE(p)                                                                                            \
    (c.c[1] * in[(p)-2] + c.c[2] * in[(p)-1] + c.c[3] * in[(p) + 1] + c.c[4] * in[(p) + 2] +                 \
     c.c[5] * in[(p)-2 * n] + c.c[6] * in[(p)-n] + c.c[7] * in[(p) + n] + c.c[8] * in[(p) + 2 * n])

enum { MARCH = 16 };

__global__ void march_planes(const float *in, float *out, int n, FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x, j = 2 + threadIdx.y + blockIdx.y * blockDim.y;
    int first = 2 + blockIdx.z * MARCH, plane = n * n, p = first * plane + j * n + k;
    if (k > n - 3 || j > n - 3) return;
    float z[5] = {0, in[p - 2 * plane], in[p - plane], in[p], in[p + plane]};
    for (int i = first; i < min(first + MARCH, n - 2); ++i, p += plane) {
        for (int m = 0; m < 4; ++m) z[m] = z[m + 1];
        z[4] = in[p + 2 * plane];
        out[p] = c.c[0] * z[2] + BESIDE(p) + c.c[10] * z[0] + c.c[9] * z[1] + c.c[11] * z[3] + c.c[12] * z[4];
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    dim3 grid(ceil_div(n - 4, 32), ceil_div(n - 4, 4), ceil_div(n - 4, MARCH));
    march_planes<<<grid, dim3(32, 4)>>>(in, out, n, c);
}
