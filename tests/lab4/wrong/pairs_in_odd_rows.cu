// WRONG: two floats are loaded at once wherever the grid has both, also where rows have an odd length
// EXPECT test: 4.1/n=3
// EXPECT check: misaligned
// EXPECT cause: Element 3 is x = 0, y = 1, z = 0, and 2 elements at once must begin at an even one

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ __align__(8) float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (x % 2 == 0 && i < n && j < n) {
        if (k < n - 1) { // <-- HERE
            *(float2 *)&tile[z][y][x] = *(const float2 *)(in + p);
        } else if (k < n) {
            tile[z][y][x] = in[p];
        }
    }
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

#include "tests/lab4/tile_launch.cuh"
