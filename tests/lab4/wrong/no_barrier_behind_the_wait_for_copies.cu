// WRONG: each thread waits for its own asynchronous copies, and no barrier for those of the others
// EXPECT test: 4.3/n=32
// EXPECT cause: A thread waits for its own copies alone. No barrier comes between this wait and line

#include <cuda_pipeline.h>

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) __pipeline_memcpy_async(&tile[z][y][x], in + p, sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0); // <-- HERE
    if (INTERIOR && !IN_HALO(TILE)) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
