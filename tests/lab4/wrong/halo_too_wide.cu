// WRONG: two layers are taken for the halo: some points are never written
// EXPECT test: 4.2/n=3
// EXPECT test: 4.2/n=8
// EXPECT says: never written

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    bool inner = x > 1 && x < TILE - 2 && y > 1 && y < TILE - 2 && z > 1 && z < TILE - 2;
    if (inner && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
