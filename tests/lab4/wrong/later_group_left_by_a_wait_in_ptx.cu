// WRONG: halo and inner points are two groups of asynchronous copies, and the wait leaves both open
// EXPECT test: 4.3/n=32
// EXPECT cause: leaves the last 2 groups of copies unfinished

#include <cuda_pipeline.h>

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) __pipeline_memcpy_async(&tile[z][y][x], in + p, sizeof(float));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 2;"); // <-- HERE
    __syncthreads();
    if (INTERIOR && !IN_HALO(TILE)) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
