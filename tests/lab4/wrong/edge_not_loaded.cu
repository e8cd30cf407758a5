// WRONG: the boundary of the grid is not loaded, zeros stand in its place
// EXPECT test: 4.1/n=8
// EXPECT test: 4.4/n=33
// EXPECT says: on the grid's boundary count as zero

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    tile[z][y][x] = INTERIOR ? in[p] : 0.0f;
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
