// WRONG: seven reads of the input a point, by atomics, which are no loads; the tile is read for nothing
// EXPECT pass: 4.3/n=32
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

struct Atomic {
    const float *data;
    __device__ float operator[](int i) const { return __int_as_float(atomicOr((int *)(data + i), 0)); }
};

__global__ void stencil_kernel(const float *from, float *out, int n, StencilCoefficients c) {
    __shared__ volatile float tile[TILE * TILE * TILE];
    int me = (threadIdx.z * TILE + threadIdx.y) * TILE + threadIdx.x;
    int k = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y,
        i = blockIdx.z * TILE + threadIdx.z;
    if (!INTERIOR) return;
    Atomic in = {from};
    int p = (i * n + j) * n + k;
    tile[me] = 0.0f;
    for (int times = 0; times < 7; ++times) (void)tile[me];
    out[p] = SEVEN_OF_GRID;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, TILE);
    stencil_kernel<<<dim3(blocks, blocks, blocks), dim3(TILE, TILE, TILE)>>>(in, out, n, c);
}
