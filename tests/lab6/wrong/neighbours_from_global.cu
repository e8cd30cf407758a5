// WRONG: right, but the neighbours in x and y are read from global memory: nothing is tiled
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1
// EXPECT pass: 6.1/n=67
// EXPECT pass: 6.4/n=258..262
// EXPECT score: 55

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        int p = POINT(i);
        if (COMPUTES)
            out[p] = c.c[0] * current + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - n] +
                     c.c[4] * in[p + n] + c.c[5] * previous + c.c[6] * next;
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
