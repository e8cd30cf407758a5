// WRONG: plane 0 of the output is written with its input
// EXPECT test: 6.1/n=1
// EXPECT test: 6.1/n=3
// EXPECT says: boundary

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    PLACE;
    LOAD_COLUMN;
    if (EXISTS(0) && blockIdx.z == 0) out[POINT(0)] = VALUE(0);
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
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(n, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
