// RIGHT: tiles begin one point before the grid, as many books have it, with signed arithmetic

#include "tests/lab5/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANES;
    int x = threadIdx.x, y = threadIdx.y;
    int k = (int)blockIdx.x * INNER + x - 1, j = (int)blockIdx.y * INNER + y - 1, first = blockIdx.z * DEPTH;
    int end = min(first + DEPTH, n - 1);
    bool inside = j >= 0 && k >= 0;
    previous[y][x] = inside && first >= 1 ? VALUE(first - 1) : 0.0f;
    current[y][x] = inside ? VALUE(first) : 0.0f;
    for (int i = first; i < end; ++i) {
        next[y][x] = inside ? VALUE(i + 1) : 0.0f;
        __syncthreads();
        if (COMPUTES && i >= 1 && j >= 1 && k >= 1) out[POINT(i)] = SUM;
        __syncthreads();
        MOVE_ON;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(n, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
