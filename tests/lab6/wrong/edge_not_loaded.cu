// WRONG: points of the last row and column count as outside: their values are 0
// EXPECT test: 6.1/n=3
// EXPECT says: neighbours on the grid's boundary count as zero

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    bool inside = j >= 1 && j < n - 1 && k >= 1 && k < n - 1;
    float previous = inside && first > 1 ? VALUE(first - 1) : 0.0f, current = inside ? VALUE(first) : 0.0f,
          next;
    for (int i = first; i < end; ++i) {
        next = inside && i < n - 2 ? VALUE(i + 1) : 0.0f;
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
