// WRONG: each thread waits for its asynchronous copies only behind the barrier
// EXPECT test: 4.3/n=32
// EXPECT cause: A thread waits for its own copies alone, and here it does so only behind the barrier.

#include <cuda_pipeline.h>

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) __pipeline_memcpy_async(&tile[z][y][x], in + p, sizeof(float));
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0); // <-- HERE
    if (INTERIOR && !IN_HALO(TILE)) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
