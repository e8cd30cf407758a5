// WRONG: each warp takes a lock of its own in place of the barrier
// EXPECT test: 4.2/n=8
// EXPECT test: 4.4/n=33
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    __shared__ int lock[32];
    PLACE_AND_POINT;
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (thread % 32 == 0) lock[thread / 32] = 0;
    __syncwarp();
    if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
    if (thread % 32 == 0) {
        while (atomicCAS(&lock[thread / 32], 0, 1) != 0) {
        }
        __threadfence();
        atomicExch(&lock[thread / 32], 0);
    }
    __syncwarp();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
}

#include "tests/lab4/tile_launch.cuh"
