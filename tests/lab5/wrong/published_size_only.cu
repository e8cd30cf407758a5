// WRONG: three planes are shared for the counted size of lab.spec alone; every other size takes lab 3's kernel
// EXPECT pass: 5.3/n=34
// EXPECT test: 5.3/counter-1
// EXPECT test: 5.4/counter-1
// EXPECT test: 5.4/counter-2

#include "tests/lab5/pieces.cuh"
#include "tests/lab7/plain.cuh"

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
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    if (n == 62)
        stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
