// WRONG: the barrier stands in the branch of the threads that load: at the grid's edge some never reach it
// EXPECT test: 4.2/n=5
// EXPECT pass: 4.2/n=8
// EXPECT check: barrier
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) {
        tile[z][y][x] = in[p];
        __syncthreads(); // <-- HERE
    }
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
