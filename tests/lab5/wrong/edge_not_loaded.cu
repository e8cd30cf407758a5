// WRONG: points of the last row and column count as outside: their cells hold 0
// EXPECT test: 5.1/n=3
// EXPECT test: 5.4/n=33
// EXPECT says: neighbours on the grid's boundary count as zero

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    bool inside = j >= 1 && j < n - 1 && k >= 1 && k < n - 1;
    previous[y][x] = inside && first > 1 ? VALUE(first - 1) : 0.0f;
    current[y][x] = inside ? VALUE(first) : 0.0f;
    for (int i = first; i < end; ++i) {
        next[y][x] = inside && i < n - 2 ? VALUE(i + 1) : 0.0f;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
