// WRONG: unsigned block arithmetic with - 1 wraps at block 0: the guard lets nothing of its first row through
// EXPECT test: 5.1/n=3
// EXPECT test: 5.4/n=62
// EXPECT check: uninitialised

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned k = blockIdx.x * INNER + x - 1, j = blockIdx.y * INNER + y - 1; // 4294967295 in block 0
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    if (j < n && k < n) previous[y][x] = in[POINT(first - 1)], current[y][x] = in[POINT(first)];
    for (int i = first; i < end; ++i) {
        if (j < n && k < n && i + 1 < n) next[y][x] = in[POINT(i + 1)];
        __syncthreads();
        if (x >= 1 && x <= INNER && y >= 1 && y <= INNER && k - 1 >= 0 && j <= n - 2 && k <= n - 2)
            out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(max(n - 2, 1), DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
