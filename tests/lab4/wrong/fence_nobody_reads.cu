// WRONG: a fence and an atomic operation that nobody looks at in place of the barrier
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    __shared__ int done[32];
    PLACE_AND_POINT;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (thread % 32 == 0) done[thread / 32] = 0;
    __syncwarp();
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    __threadfence();
    atomicAdd(&done[thread / 32], 1);
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
