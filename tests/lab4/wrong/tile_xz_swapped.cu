// WRONG: the tile is filled as [x][y][z] and read as [z][y][x]
// EXPECT test: 4.1/n=8
// EXPECT test: 4.3/n=32
// EXPECT says: x and z

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[x][y][z] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
