// WRONG: every point of the grid is written: the boundary with its input
// EXPECT test: 5.1/n=1
// EXPECT test: 5.1/n=3
// EXPECT says: boundary

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    LOAD_FIRST_TWO;
    if (EXISTS(first - 1) && blockIdx.z == 0) out[POINT(0)] = previous[y][x];
    for (int i = first; i < end; ++i) {
        next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(n, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
