// WRONG: extern __shared__ without its size in the launch
// EXPECT test: 4.1/n=3
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float memory[];
    float(*tile)[TILE][TILE] = (float(*)[TILE][TILE])memory;
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
