// WRONG: the number of blocks is counted with the 8 points that a tile loads
// EXPECT test: 4.4/n=9
// EXPECT test: 4.4/n=62
// EXPECT pass: 4.2/n=8

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
    int blocks = ceil_div(n - 2, TILE);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
