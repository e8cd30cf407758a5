// WRONG: the tile is written by atomicExch() and read as volatile, without a barrier
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float cells[TILE][TILE][TILE];
    volatile float(*tile)[TILE][TILE] = cells;
    PLACE_AND_POINT;
    if (IN_GRID) atomicExch(&cells[z][y][x], in[p]);        // <-- HERE
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
