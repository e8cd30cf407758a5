// WRONG: max for min: a thread goes on to the end of the plane, and one row past it where there are few
// EXPECT test: 8.1/n=33
// EXPECT cause: its two sides are

#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void march_rows(const float *in, float *out, int n, int rows, PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x,
        first = 1 + rows * (threadIdx.y + blockIdx.y * blockDim.y);
    if (k > n - 2 || first > n - 2) return;
    float above = in[(first - 1) * n + k], here = in[first * n + k];
    for (int j = first; j < max(first + rows, n - 1); ++j) { // <-- HERE
        int p = j * n + k;
        float below = in[p + n];
        out[p] = c.c[0] * here + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * above + c.c[4] * below;
        above = here;
        here = below;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n < 3) return;
    dim3 block(32, 1);
    march_rows<<<dim3(ceil_div(n - 2, 32), ceil_div(n - 2, 8)), block>>>(in, out, n, 8, c);
}
