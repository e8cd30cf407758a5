// RIGHT: tiles start one point before the points that the block owns, as books have it, in int

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = (int)blockIdx.x * INNER - 1 + x;
    int j = (int)blockIdx.y * INNER - 1 + y;
    int i = (int)blockIdx.z * INNER - 1 + z;
    int p = (i * n + j) * n + k;
    if (i >= 0 && j >= 0 && k >= 0 && IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, INNER);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
