// WRONG: a barrier that only the computing threads reach
// EXPECT test: 6.4/n=4
// EXPECT check: barrier
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) {
            out[POINT(i)] = TILED_SUM;
            __syncthreads(); // <-- HERE
        }
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
