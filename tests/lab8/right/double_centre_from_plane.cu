// RIGHT: the centre is read from the plane, too

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/double_tile.cuh"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[T][T];
    DOUBLE_PLACE
    double below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        plane[y][x] = here;
        __syncthreads();
        if (inner)
            out[p] = c.c[0] * plane[y][x] + c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1] +
                     c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x] + c.c[5] * below + c.c[6] * above;
        __syncthreads();
        below = here;
        here = above;
    }
}
DOUBLE_LAUNCH
