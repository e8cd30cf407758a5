// WRONG: a fence and a volatile store that nobody reads in place of the barrier
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    __shared__ volatile int done;
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    __threadfence_block();
    done = 1;
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
