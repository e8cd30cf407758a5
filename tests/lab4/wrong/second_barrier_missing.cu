// WRONG: a block goes through several tiles and refills the tile while others still read it
// EXPECT test: 4.4/n=33
// EXPECT pass: 4.2/n=8
// EXPECT check: race
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    for (int layer = 0; INNER * layer < n - 2; ++layer) {
        int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
        int k = INNER * blockIdx.x + x, j = INNER * blockIdx.y + y, i = INNER * layer + z;
        int p = (i * n + j) * n + k;
        if (IN_GRID) tile[z][y][x] = in[p]; // <-- HERE
        __syncthreads();
        if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE; // <-- HERE
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = n < 3 ? 1 : ceil_div(n - 2, INNER);
    stencil_kernel<<<dim3(blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
