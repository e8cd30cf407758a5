// WRONG: one plane is shared for the counted size of lab.spec alone; every other size takes lab 3's kernel
// EXPECT pass: 6.2/n=34
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#include "tests/lab6/pieces.cuh"
#include "tests/lab7/plain.cuh"

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
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    if (n == 62)
        stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
    else
        launch_plain(in, out, n, c);
}
