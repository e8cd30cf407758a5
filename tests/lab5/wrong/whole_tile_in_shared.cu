// WRONG: all 62 planes of the march in shared memory: 248 KiB are more than a block can have
// EXPECT test: 5.1/n=3
// EXPECT check: launch
// EXPECT line: HERE

#define DEPTH 60
#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float planes[][TILE][TILE];
    PLACE;
    for (int i = first - 1; i <= end; ++i) planes[i - first + 1][y][x] = VALUE(i);
    for (int i = first; i < end; ++i) {
        __syncthreads();
        int m = i - first + 1;
        if (COMPUTES) out[POINT(i)] = SUM_OF(planes[m - 1], planes[m], planes[m + 1]);
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    size_t bytes = (DEPTH + 2) * TILE * TILE * sizeof(float);
    stencil_kernel<<<grid, dim3(TILE, TILE), bytes>>>(in, out, n, c); // <-- HERE
}
