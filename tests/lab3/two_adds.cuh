// A seven-point stencil in two halves, which two blocks add to the same point without atomics: a race. The file defines the
// kernel with TWO_ADDS in it and launches it on a grid of 2 * n blocks in z.
#include "tests/lab3/seven_points.cuh"

__global__ void set_to_zero(float *out, int n) {
    POINT_OF_THREAD;
    if (INTERIOR(i, j, k, n)) out[(i * n + j) * n + k] = 0;
}

// Blocks 0 .. n-1 along z add four of the terms, the n blocks behind them the other three; those past these are idle. The
// fence orders nothing.
#define TWO_ADDS                                                                                             \
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;                \
    int i = blockIdx.z % n, half = blockIdx.z / n, p = (i * n + j) * n + k, row = n, plane = n * n;          \
    if (half > 1 || !INTERIOR(i, j, k, n)) return;                                                           \
    float sum = half ? c.c[4] * in[p + row] + c.c[5] * in[p - plane] + c.c[6] * in[p + plane]                \
                     : c.c[0] * in[p] + c.c[1] * in[p - 1] + c.c[2] * in[p + 1] + c.c[3] * in[p - row];      \
    out[p] += sum;                                                                                           \
    __threadfence()
