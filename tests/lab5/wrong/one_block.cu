// WRONG: the launch of the skeleton: one block, whatever n is
// EXPECT test: 5.4/n=33
// EXPECT test: 5.4/n=258..262
// EXPECT pass: 5.1/n=32
// EXPECT pass: 5.3/n=13
// EXPECT says: never written

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<1, dim3(TILE, TILE)>>>(in, out, n, c);
}
