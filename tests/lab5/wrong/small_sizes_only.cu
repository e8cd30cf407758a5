// WRONG: three planes of shared memory for small sizes; from 80 on rows of points in registers, x by shuffles
// EXPECT pass: 5.4/n=64
// EXPECT pass: 5.4/n=80..180
// EXPECT pass: 5.4/n=258..262
// EXPECT test: 5.3/counter-1

#include "tests/lab5/rows_in_registers.cuh"
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
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n >= 80) return launch_rows(in, out, n, c);
    if (n < 3) return;
    const dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
