// WRONG: each warp waits at a barrier of its own
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    asm volatile("bar.sync %0, 32;" ::"r"(1 + thread / 32 % 15) : "memory");
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
