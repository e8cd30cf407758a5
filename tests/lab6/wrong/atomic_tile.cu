// WRONG: all seven values come from shared memory, by atomics, which are no loads
// EXPECT pass: 6.3/n=62
// EXPECT test: 6.3/counter-1

#include "tests/lab6/pieces.cuh"

#define AT(y, x) __int_as_float(atomicOr((int *)&plane[y][x], 0))

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        float sum = c.c[5] * previous + c.c[6] * next;
        for (int again = 0; again < 3; ++again) sum += 0.0f * AT(y, x);
        if (COMPUTES)
            out[POINT(i)] = sum + c.c[0] * AT(y, x) + c.c[1] * AT(y, x - 1) + c.c[2] * AT(y, x + 1) +
                            c.c[3] * AT(y - 1, x) + c.c[4] * AT(y + 1, x);
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
