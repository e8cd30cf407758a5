// WRONG: unsigned block arithmetic with - 1 wraps at block 0: what the tile should hold at -1 is never loaded
// EXPECT test: 6.1/n=3
// EXPECT test: 6.3/n=62
// EXPECT check: uninitialised

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    unsigned x = threadIdx.x, y = threadIdx.y;
    unsigned k = blockIdx.x * INNER + x - 1, j = blockIdx.y * INNER + y - 1; // 4294967295 in block 0
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    LOAD_COLUMN;
    for (int i = first; i < end; ++i) {
        next = VALUE(i + 1);
        if (j < n && k < n) plane[y][x] = current;
        __syncthreads();
        if (x >= 1 && x <= INNER && y >= 1 && y <= INNER && k - 1 >= 0 && j <= n - 2 && k <= n - 2)
            out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(max(n - 2, 1), DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
