// RIGHT: the interior by tiles from a copy of the input that another kernel has made: samples of its blocks do not tell what they
// read, so all blocks run

#include "tests/lab4/tile.cuh"

__global__ void copy_kernel(const float *in, float *to, int count) {
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) to[p] = in[p];
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    PLACE_AND_POINT;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(TILE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    const int tiles = ceil_div(n - 2, INNER), count = n * n * n;
    float *copy;
    cudaMalloc(&copy, sizeof *copy * count);
    copy_kernel<<<ceil_div(count, 256), 256>>>(in, copy, count);
    stencil_kernel<<<dim3(tiles, tiles, tiles), dim3(TILE, TILE, TILE)>>>(copy, out, n, c);
    cudaFree(copy);
}
