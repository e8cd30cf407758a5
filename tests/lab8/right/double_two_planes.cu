// RIGHT: two planes in turn, one barrier a step

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/double_tile.cuh"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double planes[2][T][T];
    DOUBLE_PLACE
    double below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        double(*plane)[T] = planes[i % 2];
        plane[y][x] = here;
        __syncthreads();
        if (inner) out[p] = DOUBLE_SUM;
        below = here;
        here = above;
    }
}
DOUBLE_LAUNCH
