// WRONG: a volatile tile in place of the barrier
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];                     // <-- HERE
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
