// WRONG: the tile is filled, and the neighbours are read from global memory all the same
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT pass: 4.3/n=32
// EXPECT pass: 4.4/n=258..262
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_GRID;
}

#include "tests/lab4/tile_launch.cuh"
