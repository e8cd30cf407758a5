// WRONG: the threads at x = 0 and x = 31 compute too: they read cells of other rows
// EXPECT test: 6.2/n=34
// EXPECT test: 6.3/n=62

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (y >= 1 && y <= INNER && k >= 1 && j <= n - 2 && k <= n - 2) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
