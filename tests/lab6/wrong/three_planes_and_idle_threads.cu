// WRONG: lab 5's three planes; half of each block's threads do nothing and are to lower what shared memory a thread has
// EXPECT pass: 6.2/n=64
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#define TILE 16
#define DEPTH 62
#include "tests/lab5/pieces.cuh"

enum { IDLE = 24 }; // further rows of threads

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    PLACE;
    const bool works = y < TILE;
    if (works) {
        LOAD_FIRST_TWO;
    }
    for (int i = first; i < end; ++i) {
        if (works) next[y][x] = VALUE(i + 1);
        __syncthreads();
        if (works && COMPUTES) out[POINT(i)] = SUM;
        __syncthreads();
        if (works) {
            MOVE_ON;
        }
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE + IDLE)>>>(in, out, n, c);
}
