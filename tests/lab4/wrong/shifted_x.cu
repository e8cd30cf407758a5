// WRONG: the result is stored one point to the left
// EXPECT test: 4.3/n=8

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p - 1] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
