// WRONG: the last planes, fewer than DEPTH, are not marched
// EXPECT test: 5.2/n=4
// EXPECT test: 5.4/n=64
// EXPECT pass: 5.2/n=32

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
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), max(n - 2, 0) / DEPTH);
    if (n > 31) stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
