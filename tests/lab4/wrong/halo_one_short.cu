// WRONG: the upper halo is taken for inner points: x <= TILE - 1
// EXPECT test: 4.2/n=13
// EXPECT pass: 4.2/n=8
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    bool inner = x >= 1 && x <= TILE - 1 && y >= 1 && y < TILE - 1 && z >= 1 && z < TILE - 1;
    if (inner && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
