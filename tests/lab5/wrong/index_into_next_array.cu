// WRONG: the plane above is read by an index that runs out of the array `current`, into the one that lies behind it
// EXPECT check: out-of-bounds
// EXPECT line: HERE
// EXPECT test: 5.1/n=31
// EXPECT says: the array `current`

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; i++) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES)
            out[POINT(i)] = c.c[0] * current[y][x] + c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] +
                            c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + c.c[5] * previous[y][x] +
                            c.c[6] * current[y + TILE][x]; // <-- HERE
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
