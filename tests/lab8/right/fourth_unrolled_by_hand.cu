// RIGHT: five names that change their roles, no moves

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

#define BESIDE(p)                                                                                            \
    (c.c[1] * in[(p)-2] + c.c[2] * in[(p)-1] + c.c[3] * in[(p) + 1] + c.c[4] * in[(p) + 2] +                 \
     c.c[5] * in[(p)-2 * n] + c.c[6] * in[(p)-n] + c.c[7] * in[(p) + n] + c.c[8] * in[(p) + 2 * n])
#define STEP(z0, z1, z2, z3, z4)                                                                             \
    if (i > last) return;                                                                                    \
    z4 = in[p + 2 * plane];                                                                                  \
    out[p] = c.c[0] * z2 + BESIDE(p) + c.c[9] * z0 + c.c[10] * z1 + c.c[11] * z3 + c.c[12] * z4;             \
    ++i, p += plane;

__global__ void march(const float *in, float *out, int n, FourthCoefficients c) {
    int k = 2 + threadIdx.x + blockIdx.x * blockDim.x, j = 2 + blockIdx.y, plane = n * n;
    int i = 2 + 20 * blockIdx.z, last = min(i + 19, n - 3), p = i * plane + j * n + k;
    if (k > n - 3) return;
    float a = in[p - 2 * plane], b = in[p - plane], d = in[p], e = in[p + plane], f;
    while (true) {
        STEP(a, b, d, e, f)
        STEP(b, d, e, f, a)
        STEP(d, e, f, a, b)
        STEP(e, f, a, b, d)
        STEP(f, a, b, d, e)
    }
}

void launch_fourth(const float *in, float *out, int n, FourthCoefficients c) {
    if (n > 4) march<<<dim3(ceil_div(n - 4, 64), n - 4, ceil_div(n - 4, 20)), 64>>>(in, out, n, c);
}
