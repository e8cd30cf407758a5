// WRONG: a flag says that the tile is filled, and is read once, whatever it says
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    __shared__ volatile int filled;
    PLACE_AND_POINT;
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) filled = 0;
    __syncthreads();
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    __threadfence_block();
    filled = 1;
    (void)filled;
    __threadfence_block();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
