// WRONG: the last planes, fewer than DEPTH, are not marched
// EXPECT test: 6.4/n=4
// EXPECT test: 6.2/n=64
// EXPECT pass: 6.4/n=32

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
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), max(n - 2, 0) / DEPTH);
    if (n > 31) stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
