// RIGHT: a shared plane with a halo of 2, five planes in registers
// EXPECT time: launch_fourth missed

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

enum { TX = 32, TY = 16, PLANES = 32 };

__global__ void tiled(const float *in, float *out, int n, FourthCoefficients c) {
    __shared__ float s[TY][TX];
    int x = threadIdx.x, y = threadIdx.y, k = blockIdx.x * (TX - 4) + x, j = blockIdx.y * (TY - 4) + y,
        plane = n * n;
    int first = 2 + blockIdx.z * PLANES, p = first * plane + j * n + k;
    bool inside = k < n && j<n, inner = x> 1 && x < TX - 2 && y > 1 && y < TY - 2 && k < n - 2 && j < n - 2;
    float z0 = 0, z1 = 0, z2 = 0, z3 = 0, z4 = 0;
    if (inside) z0 = in[p - 2 * plane], z1 = in[p - plane], z2 = in[p], z3 = in[p + plane];
    for (int i = first; i < min(first + PLANES, n - 2); ++i, p += plane) {
        if (inside) z4 = in[p + 2 * plane];
        s[y][x] = z2;
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * z2 + c.c[1] * s[y][x - 2] + c.c[2] * s[y][x - 1] + c.c[3] * s[y][x + 1] +
                     c.c[4] * s[y][x + 2] + c.c[5] * s[y - 2][x] + c.c[6] * s[y - 1][x] +
                     c.c[7] * s[y + 1][x] + c.c[8] * s[y + 2][x] + c.c[9] * z0 + c.c[10] * z1 + c.c[11] * z3 +
                     c.c[12] * z4;
        __syncthreads();
        z0 = z1, z1 = z2, z2 = z3, z3 = z4;
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n < 5) return;
    tiled<<<dim3(ceil_div(n - 4, TX - 4), ceil_div(n - 4, TY - 4), ceil_div(n - 4, PLANES)), dim3(TX, TY)>>>(
        in, out, n, c);
}
