// WRONG: the column does not move on: every row gets the values of the first one
// EXPECT pass: 8.1/n=3
// EXPECT test: 8.1/n=6

#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void march_rows(const float *in, float *out, int n, int rows, PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x,
        first = 1 + rows * (threadIdx.y + blockIdx.y * blockDim.y);
    if (k > n - 2 || first > n - 2) return;
    float above = in[(first - 1) * n + k], here = in[first * n + k];
    for (int j = first; j < min(first + rows, n - 1); ++j) {
        int p = j * n + k;
        float below = in[p + n];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * above + c.c[4] * below;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(32, 4);
    march_rows<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 16)), block>>>(in, out, n, 4, c);
}
