// RIGHT: x-1 and x+1 come from the lanes beside

#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_double.cuh"
#include "common/grid.h"
#include "common/other_stencils.h"

__global__ void shuffled(const float *in, float *out, int n, PlaneCoefficients c) {
    int lane = threadIdx.x, k = 1 + 30 * blockIdx.x + lane - 1, first = 1 + 8 * blockIdx.y;
    int column = min(k, n - 1); // lanes beside the grid load its last column
    float above = in[(first - 1) * n + column], here = in[first * n + column];
    for (int j = first; j < min(first + 8, n - 1); ++j) {
        float below = in[(j + 1) * n + column];
        float left = __shfl_up_sync(~0u, here, 1), right = __shfl_down_sync(~0u, here, 1);
        if (lane >= 1 && lane <= 30 && k <= n - 2)
            out[j * n + k] = c.c[0] * here + c.c[1] * left + c.c[2] * right + c.c[3] * above + c.c[4] * below;
        above = here, here = below;
    }
}

void launch_plane(const float *in, float *out, int n, PlaneCoefficients c) {
    if (n > 2) shuffled<<<dim3(ceil_div(n - 2, 30), ceil_div(n - 2, 8)), 32>>>(in, out, n, c);
}
