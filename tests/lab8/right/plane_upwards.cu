// RIGHT: the march goes up, from the last row to the first

#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void upwards(const float *in, float *out, int n, PlaneCoefficients c) {
    int k = 1 + threadIdx.x + blockIdx.x * blockDim.x, last = n - 2 - 6 * blockIdx.y;
    if (k > n - 2) return;
    float below = in[(last + 1) * n + k], here = in[last * n + k];
    for (int j = last; j > max(last - 6, 0); --j) {
        float above = in[(j - 1) * n + k];
        out[j * n + k] = c.c[4] * below + c.c[3] * above + c.c[2] * in[j * n + k + 1] +
                         c.c[1] * in[j * n + k - 1] + c.c[0] * here;
        below = here, here = above;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n > 2) upwards<<<dim3(ceil_div(n - 2, 64), ceil_div(n - 2, 6)), 64>>>(in, out, n, c);
}
