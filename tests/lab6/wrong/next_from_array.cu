// WRONG: the next plane is read from a shared array that nobody has filled
// EXPECT test: 6.1/n=3
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    __shared__ float ahead[TILE][TILE];
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES)
            out[POINT(i)] =
                c.c[0] * current + BESIDE(plane) + c.c[5] * previous + c.c[6] * ahead[y][x]; // <-- HERE
        __syncthreads();
        previous = current;
        current = VALUE(i + 1);
    }
}

#include "tests/lab5/launch.cuh"
