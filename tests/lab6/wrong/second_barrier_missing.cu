// WRONG: the plane is filled anew while neighbours still read it
// EXPECT test: 6.4/n=4
// EXPECT test: 6.2/n=34
// EXPECT check: race
// EXPECT line: HERE
// EXPECT pass: 6.2/n=3

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current; // <-- HERE
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        // a __syncthreads() belongs here
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
