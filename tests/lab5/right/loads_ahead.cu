// RIGHT: the next plane but one is loaded into a register before the sum, so that the load has time

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    float ahead = VALUE(first + 1);
    for (int i = first; i < end; ++i) {
        next[y][x] = ahead;
        ahead = i + 1 < end ? VALUE(i + 2) : 0.0f;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
