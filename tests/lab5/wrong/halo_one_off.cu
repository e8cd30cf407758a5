// WRONG: the threads at x = 0 and x = 31 compute too: they read cells of other rows and beyond the plane
// EXPECT test: 5.4/n=34
// EXPECT test: 5.3/n=34

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (y >= 1 && y <= INNER && k >= 1 && j <= n - 2 && k <= n - 2) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
