// WRONG: one block for every n
// EXPECT test: 4.4/n=9
// EXPECT test: 4.4/n=258..262
// EXPECT pass: 4.2/n=8
// EXPECT pass: 4.2/n=1

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    stencil_kernel<<<1, dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
