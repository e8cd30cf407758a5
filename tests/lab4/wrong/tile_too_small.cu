// WRONG: the shared array has room for the 6 inner points, not for the halo
// EXPECT test: 4.1/n=8
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[INNER][INNER][INNER];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
