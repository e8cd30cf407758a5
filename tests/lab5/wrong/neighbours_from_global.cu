// WRONG: right, but x and y neighbours are read from global memory: the planes save nothing
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-2
// EXPECT pass: 5.1/n=67
// EXPECT pass: 5.2/n=63
// EXPECT pass: 5.4/n=258..262
// EXPECT pass: 5.4/counter-1

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        int p = POINT(i);
        if (COMPUTES)
            out[p] = c.c[0] * current[y][x] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                     c.c[4] * in[p + n] + c.c[5] * previous[y][x] + c.c[6] * next[y][x];
        __syncthreads();
        MOVE_ON;
    }
}

#include "tests/lab5/launch.cuh"
