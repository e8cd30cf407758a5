// WRONG: threads beside the grid load as well
// EXPECT test: 8.3/n=3
// EXPECT check: out-of-bounds

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/double_tile.cuh"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[T][T];
    DOUBLE_PLACE
    double below = in[p - step], here = in[p];
    for (int i = first; i < end; ++i, p += step) {
        double above = in[p + step];
        plane[y][x] = here;
        __syncthreads();
        if (inner) out[p] = DOUBLE_SUM;
        __syncthreads();
        below = here;
        here = above;
    }
}
DOUBLE_LAUNCH
