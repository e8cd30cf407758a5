// WRONG: a tile of 4 x 4 x 4: its halo is seven eighths, and 8 floats are loaded for each point
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT pass: 4.4/n=258..262
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

enum { SMALL = 4 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[SMALL][SMALL][SMALL];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = 2 * blockIdx.x + x, j = 2 * blockIdx.y + y, i = 2 * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(SMALL) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, 2);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(SMALL, SMALL, SMALL)>>>(in, out, n, c);
}
