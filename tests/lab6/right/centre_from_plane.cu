// RIGHT: the centre is read from shared memory like its neighbours

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES)
            out[POINT(i)] = c.c[0] * plane[y][x] + BESIDE(plane) + c.c[5] * previous + c.c[6] * next;
        __syncthreads();
        previous = current;
        current = next;
    }
}

#include "tests/lab5/launch.cuh"
