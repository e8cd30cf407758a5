// WRONG: a tile of 32 x 32 x 32: no block has so many threads, no block so much shared memory
// EXPECT test: 4.1/n=3
// EXPECT check: launch
// EXPECT line: HERE
// EXPECT says: The launch of stencil_kernel fails

#include "tests/lab4/tile.cuh"

enum { WIDE = 32 };

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    extern __shared__ float memory[];
    float(*tile)[WIDE][WIDE] = (float(*)[WIDE][WIDE])memory;
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int k = (WIDE - 2) * blockIdx.x + x, j = (WIDE - 2) * blockIdx.y + y, i = (WIDE - 2) * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    if (IN_GRID) tile[z][y][x] = in[p];
    __syncthreads();
    if (!IN_HALO(WIDE) && INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, WIDE - 2), bytes = WIDE * WIDE * WIDE * sizeof(float);
    dim3 grid(blocks, blocks, blocks), block(WIDE, WIDE, WIDE);
    stencil_kernel<<<grid, block, bytes>>>(in, out, n, c); // <-- HERE
}
