// TODO 8.3 of a submission, right.
#pragma once
#include "tests/lab8/double_tile.cuh"

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
DOUBLE_LAUNCH
