// WRONG: with n = 2 the grid has no block, which CUDA refuses
// EXPECT test: 4.2/n=2
// EXPECT pass: 4.4/n=33
// EXPECT check: launch
// EXPECT line: HERE
// EXPECT says: invalid configuration argument

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n - 2, INNER);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c); // <-- HERE
}
