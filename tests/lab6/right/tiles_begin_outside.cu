// RIGHT: tiles begin one point before the grid, as many books have it, with signed arithmetic

#include "tests/lab6/pieces.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    PLANE;
    int x = threadIdx.x, y = threadIdx.y;
    int k = (int)blockIdx.x * INNER + x - 1, j = (int)blockIdx.y * INNER + y - 1, first = blockIdx.z * DEPTH;
    int end = min(first + DEPTH, n - 1);
    bool inside = j >= 0 && k >= 0;
    float previous = inside && first >= 1 ? VALUE(first - 1) : 0.0f, current = inside ? VALUE(first) : 0.0f,
          next;
    for (int i = first; i < end; ++i) {
        next = inside ? VALUE(i + 1) : 0.0f;
        plane[y][x] = current;
        __syncthreads();
        if (COMPUTES && i >= 1 && j >= 1 && k >= 1) out[POINT(i)] = TILED_SUM;
        __syncthreads();
        previous = current;
        current = next;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 grid(ceil_div(n, INNER), ceil_div(n, INNER), ceil_div(n, DEPTH));
    stencil_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, n, c);
}
