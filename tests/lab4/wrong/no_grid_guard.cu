// WRONG: loads without a guard: the last tiles read past the grid
// EXPECT test: 4.1/n=3
// EXPECT pass: 4.1/n=8
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    tile[z][y][x] = in[p]; // <-- HERE
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
