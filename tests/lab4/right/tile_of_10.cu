// RIGHT: a tile of 10 x 10 x 10, 1000 threads, launched over all n points

#include "tests/lab4/tile.cuh"

enum { LARGE = 10 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[LARGE][LARGE][LARGE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = (LARGE - 2) * blockIdx.x + x, j = (LARGE - 2) * blockIdx.y + y, i = (LARGE - 2) * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(LARGE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, LARGE - 2);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(LARGE, LARGE, LARGE)>>>(in, out, n, c);
}
