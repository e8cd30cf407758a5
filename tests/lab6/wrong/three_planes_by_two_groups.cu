// WRONG: lab 5's three planes; two groups of threads take turns, so that a thread has half as much shared memory
// EXPECT test: 6.2/counter-1
// EXPECT test: 6.3/counter-1

#define TILE  16
#define DEPTH 60
#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float planes[3][TILE][TILE];
    PLACE;
    int group = threadIdx.z;
    if (group == (first - 1) % 2) planes[(first - 1) % 3][y][x] = VALUE(first - 1);
    if (group == first % 2) planes[first % 3][y][x] = VALUE(first);
    for (int i = first; i < end; ++i) {
        float(*below)[TILE] = planes[(i - 1) % 3], (*here)[TILE] = planes[i % 3], (*above)[TILE] = planes[(i + 1) % 3];
        if (group == (i + 1) % 2) above[y][x] = VALUE(i + 1);
        __syncthreads();
        if (group == i % 2 && COMPUTES) out[POINT(i)] = SUM_OF(below, here, above);
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE, 2)>>>(in, out, n, c);
}
