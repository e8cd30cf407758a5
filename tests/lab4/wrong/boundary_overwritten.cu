// WRONG: no guard at the upper end of the grid: boundary points are computed as well
// EXPECT test: 4.2/n=3
// EXPECT test: 4.2/n=5
// EXPECT pass: 4.2/n=8
// EXPECT says: boundary

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    tile[z][y][x] = IN_GRID ? in[p] : 0.0f;
    __syncthreads();
    if (!IN_HALO(TILE) && IN_GRID) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
