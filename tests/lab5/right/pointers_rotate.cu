// RIGHT: three pointers rotate instead of the planes

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[3][TILE][TILE];
    float(*previous)[TILE] = planes[0], (*current)[TILE] = planes[1], (*next)[TILE] = planes[2];
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        float(*freed)[TILE] = previous;
        previous = current;
        current = next;
        next = freed;
    }
}

#include "tests/lab5/launch.cuh"
