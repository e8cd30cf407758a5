// WRONG: all neighbours come from global memory; shared memory is read for nothing
// EXPECT pass: 4.3/n=32
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT says: 0 at n=62; all points at 2, none at 1
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float tile[TILE * TILE * TILE];
    int me = (threadIdx.z * TILE + threadIdx.y) * TILE + threadIdx.x;
    int k = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y,
        i = blockIdx.z * TILE + threadIdx.z;
    if (!INTERIOR) return;
    int p = (i * n + j) * n + k;
    tile[me] = in[p];
    for (int times = 0; times < 7; ++times) (void)tile[me];
    out[p] = SEVEN_OF_GRID;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, TILE);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
