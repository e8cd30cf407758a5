// WRONG: only the threads that compute load: the halo of the tile stays empty
// EXPECT test: 4.1/n=3
// EXPECT test: 4.1/n=8
// EXPECT check: uninitialised
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    bool computes = !IN_HALO(TILE) && INTERIOR;
    if (computes) tile[z][y][x] = in[p];
    __syncthreads();
    if (computes) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
