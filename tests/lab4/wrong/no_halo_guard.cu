// WRONG: the halo's threads compute too and reach past the tile
// EXPECT test: 4.2/n=13
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
