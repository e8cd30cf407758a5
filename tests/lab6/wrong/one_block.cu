// WRONG: one block, whatever n is
// EXPECT test: 6.1/n=33
// EXPECT test: 6.4/n=258..262
// EXPECT pass: 6.1/n=32
// EXPECT pass: 6.4/n=5
// EXPECT says: never written

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<1, dim3(TILE, TILE)>>>(in, out, n, c);
}
