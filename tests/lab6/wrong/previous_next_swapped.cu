// WRONG: z-1 is taken from next and z+1 from previous
// EXPECT test: 6.3/n=3
// EXPECT test: 6.4/n=4
// EXPECT says: the neighbours z-1 and z+1 are swapped

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = c.c[0] * current + BESIDE(plane) + c.c[5] * next + c.c[6] * previous;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
