// WRONG: the y and z neighbours of the tile are swapped
// EXPECT test: 4.3/n=3
// EXPECT test: 4.3/n=8
// EXPECT says: y and z neighbours

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (IN_HALO(TILE) || !INTERIOR) return;
    out[p] = c.c[0] * tile[z][y][x] + c.c[1] * tile[z][y][x - 1] + c.c[2] * tile[z][y][x + 1] +
             c.c[3] * tile[z - 1][y][x] + c.c[4] * tile[z + 1][y][x] + c.c[5] * tile[z][y - 1][x] +
             c.c[6] * tile[z][y + 1][x];
}

#include "tests/lab4/tile_launch.cuh"
