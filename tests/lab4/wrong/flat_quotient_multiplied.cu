// WRONG: z is divided by the width and multiplied by the height
// EXPECT test: 4.3/n=8
// EXPECT cause: with parentheses
// EXPECT todo: 4.1

#include "common/grid.h"
#include "common/stencil.h"

enum { WIDE = 16, HIGH = 8, DEEP = 8, OWN_X = WIDE - 2, OWN_Y = HIGH - 2, OWN_Z = DEEP - 2 };

__global__ void tiled(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[DEEP * HIGH * WIDE];
    int t = threadIdx.x;
    int x = t % WIDE;
    int y = t / WIDE % HIGH;
    int z = t / WIDE * HIGH; // <-- HERE
    int k = blockIdx.x * OWN_X + x, j = blockIdx.y * OWN_Y + y, i = blockIdx.z * OWN_Z + z;
    if (i < n && j < n && k < n) tile[t] = in[(i * n + j) * n + k];
    __syncthreads();
    if (x == 0 || x == WIDE - 1 || y == 0 || y == HIGH - 1 || z == 0 || z == DEEP - 1) return;
    if (i > n - 2 || j > n - 2 || k > n - 2) return;
    const int row = WIDE;
    const int plane = WIDE * HIGH;
    out[(i * n + j) * n + k] = c.c[0] * tile[t] + c.c[1] * tile[t - 1] + c.c[2] * tile[t + 1] +
                               c.c[3] * tile[t - row] + c.c[4] * tile[t + row] + c.c[5] * tile[t - plane] +
                               c.c[6] * tile[t + plane];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, OWN_X), ceil_div(n - 2, OWN_Y), ceil_div(n - 2, OWN_Z));
    tiled<<<grid, WIDE * HIGH * DEEP>>>(in, out, n, c);
}
