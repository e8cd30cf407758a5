// RIGHT: two planes of 16 x 16 in turn, with one barrier a step

#define TILE 16
#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[2][TILE][TILE];
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        float(*plane)[TILE] = planes[i % 2];
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
