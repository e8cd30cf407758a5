// WRONG: z-1 is taken from next and z+1 from previous
// EXPECT test: 5.1/n=3
// EXPECT test: 5.2/n=4
// EXPECT says: the neighbours z-1 and z+1 are swapped
// EXPECT cause: the term for z-1 uses `in` at z+1

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM_OF(next, current, previous);
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
