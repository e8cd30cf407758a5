// RIGHT: the march is unrolled by three, so that no plane has to move

#include "tests/lab5/pieces.cuh"

#define STEP(low, mid, high)                                                                                 \
    high[y][x] = VALUE(i + 1);                                                                               \
    __syncthreads();                                                                                         \
    if (COMPUTES && i < end) out[POINT(i)] = SUM_OF(low, mid, high);                                         \
    __syncthreads();                                                                                         \
    ++i

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end;) {
        STEP(previous, current, next);
        STEP(current, next, previous);
        STEP(next, previous, current);
    }
}

#include "tests/lab5/launch.cuh"
