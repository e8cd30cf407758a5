// WRONG: nobody waits for the asynchronous copies: there is a barrier alone
// EXPECT test: 4.3/n=32
// EXPECT cause: and has not waited for it when line

#include <cuda_pipeline.h>

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) __pipeline_memcpy_async(&tile[z][y][x], in + p, sizeof(float));
    __pipeline_commit();
    __syncthreads(); // <-- HERE
    if (INTERIOR && !IN_HALO(TILE)) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
