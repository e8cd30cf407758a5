// WRONG: a plane of shared memory for small sizes; from 200 on rows of points in registers, x by shuffles
// EXPECT pass: 6.4/n=80..180
// EXPECT pass: 6.4/n=258..262
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#include "tests/lab5/rows_in_registers.cuh"
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
    if (n >= 200) return launch_rows(in, out, n, c);
    if (n < 3) return;
    const dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
