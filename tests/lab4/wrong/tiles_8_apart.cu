// WRONG: tiles start 8 points apart, not 6: the points between two tiles are never written
// EXPECT test: 4.1/n=9
// EXPECT pass: 4.1/n=8
// EXPECT says: never written
// EXPECT cause: No thread computes them

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = TILE * blockIdx.x + x, j = TILE * blockIdx.y + y, i = TILE * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
