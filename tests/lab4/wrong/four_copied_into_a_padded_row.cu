// WRONG: four floats are copied at once into rows of the tile that a padding of one has made 9 long
// EXPECT test: 4.2/n=8
// EXPECT check: misaligned
// EXPECT cause: So each row of the array must have a multiple of 4 elements, a padding included
// EXPECT line: HERE

#include <cuda_pipeline.h>

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ __align__(16) float tile[TILE][TILE][TILE + 1];
    PLACE_AND_POINT;
    bool four = n % 4 == 0 && k % 4 == 0 && k + 3 < n && x + 3 < TILE && x % 4 == 0;
    if (four && IN_GRID) __pipeline_memcpy_async(&tile[z][y][x], in + p, 16); // <-- HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
