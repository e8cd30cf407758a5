// WRONG: the plane holds floats
// EXPECT test: 8.3/n=3
// EXPECT says: must stay a double

#include "tests/lab8/right_plane.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/double_tile.cuh"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ float plane[T][T];
    DOUBLE_PLACE
    float below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        float above = inside ? in[p + step] : 0;
        plane[y][x] = here;
        __syncthreads();
        if (inner) out[p] = DOUBLE_SUM;
        __syncthreads();
        below = here;
        here = above;
    }
}
DOUBLE_LAUNCH
