// WRONG: the number of blocks is rounded down: whole tiles at the high ends are missing
// EXPECT test: 5.4/n=33
// EXPECT test: 5.4/n=64
// EXPECT pass: 5.1/n=32
// EXPECT pass: 5.4/n=62
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
    int blocks = max(1, (n - 2) / INNER);
    if (n > 2)
        stencil_kernel<<<dim3(blocks, blocks, ceil_div(n - 2, DEPTH)), dim3(TILE, TILE)>>>(in, out, n, c);
}
