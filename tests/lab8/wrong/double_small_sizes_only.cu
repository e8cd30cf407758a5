// WRONG: a plane of shared memory for small sizes; from 81 on rows of points in registers, x by shuffles
// EXPECT pass: 8.3/n=80..160
// EXPECT pass: 8.3/n=258..262
// EXPECT test: 8.3/counter-1
// EXPECT score: 88

#include "common/grid.h"

namespace rows {
#include "tests/lab5/rows_in_registers.cuh"
}
#include "tests/lab8/double_tile.cuh"
#include "tests/lab8/right_fourth.cuh"
#include "tests/lab8/right_plane.cuh"

__global__ void double_kernel(const double *in, double *out, int n, DoubleCoefficients c) {
    __shared__ double plane[T][T];
    DOUBLE_PLACE
    double below = inside ? in[p - step] : 0, here = inside ? in[p] : 0;
    for (int i = first; i < end; ++i, p += step) {
        double above = inside ? in[p + step] : 0;
        plane[y][x] = here;
        __syncthreads();
        if (inner) out[p] = DOUBLE_SUM;
        __syncthreads();
        below = here;
        here = above;
    }
}

void launch_double(const double *in, double *out, int n, DoubleCoefficients c) {
    if (n < 3) return;
    if (n > 80) return rows::launch_rows(in, out, n, c);
    const dim3 grid(ceil_div(n - 2, T - 2), ceil_div(n - 2, T - 2), ceil_div(n - 2, Z));
    double_kernel<<<grid, dim3(T, T)>>>(in, out, n, c);
}
