// RIGHT: the march is unrolled by three, so that no register has to move

#include "tests/lab6/pieces.cuh"

#define STEP(low, mid, high)                                                                                 \
    high = VALUE(i + 1);                                                                                     \
    plane[y][x] = mid;                                                                                       \
    __syncthreads();                                                                                         \
    if (COMPUTES && i < end) out[POINT(i)] = c.c[0] * mid + BESIDE(plane) + c.c[5] * low + c.c[6] * high;    \
    __syncthreads();                                                                                         \
    ++i

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end;) {
        STEP(previous, current, next);
        STEP(current, next, previous);
        STEP(next, previous, current);
    }
}

#include "tests/lab5/launch.cuh"
