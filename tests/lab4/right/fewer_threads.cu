// RIGHT: 6 x 6 x 6 threads fill the tile in a loop, and all of them compute

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TILE][TILE][TILE];
    int thread = (threadIdx.z * INNER + threadIdx.y) * INNER + threadIdx.x;
    for (int q = thread; q < TILE * TILE * TILE; q += INNER * INNER * INNER) {
        int x = q % TILE, y = q / TILE % TILE, z = q / TILE / TILE;
        int k = INNER * blockIdx.x + x, j = INNER * blockIdx.y + y, i = INNER * blockIdx.z + z;
        if (IN_GRID) tile[z][y][x] = in[(i * n + j) * n + k];
    }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    int k = INNER * blockIdx.x + x, j = INNER * blockIdx.y + y, i = INNER * blockIdx.z + z;
    int p = (i * n + j) * n + k;
    if (INTERIOR) out[p] = SEVEN_OF_TILE;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = n < 3 ? 1 : ceil_div(n - 2, INNER);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(INNER, INNER, INNER)>>>(in, out, n, c);
}
