// WRONG: the number of blocks is rounded down: the points of the last, partial tiles are missing
// EXPECT test: 4.4/n=9
// EXPECT pass: 4.4/n=14
// EXPECT pass: 4.4/n=62

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int blocks = n < 8 ? 1 : (n - 2) / INNER;
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
