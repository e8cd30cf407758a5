// WRONG: the tile is there for the counted size of lab.spec alone; every other size takes lab 3's kernel
// EXPECT pass: 4.3/n=32
// EXPECT pass: 4.4/n=258..262
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void tiled(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y,
        i = blockIdx.z * TILE + threadIdx.z;
    int p = (i * n + j) * n + k;
    if (INTERIOR) out[p] = SEVEN_OF_GRID;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int tiles = ceil_div(n - 2, INNER), blocks = ceil_div(n, TILE);
    if (n == 62)
        tiled<<<dim3(tiles, tiles, tiles), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
    else
        stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
