// WRONG: three planes at a time are copied to constant memory, whose loads were not counted; no tile is needed
// EXPECT pass: 4.3/n=32
// EXPECT test: 4.3/counter-1
// EXPECT test: 4.3/counter-2
// EXPECT score: 65

#include "tests/lab4/tile.cuh"

enum { SLAB = 16000 }; // floats
__constant__ float slab[SLAB];

__global__ void plane_of_slab(float *out, int n, int i, StencilCoefficients c) {
    __shared__ volatile float idle[TILE * TILE];
    const float *in = slab;
    int k = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y;
    if (j < 1 || j > n - 2 || k < 1 || k > n - 2) return;
    idle[threadIdx.y * TILE + threadIdx.x] = 0.0f;
    for (int times = 0; times < 7; ++times) (void)idle[threadIdx.y * TILE + threadIdx.x];
    int p = (n + j) * n + k;
    out[(i - 1) * n * n + p] = SEVEN_OF_GRID;
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    int k = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y, i = blockIdx.z + 1;
    int p = (i * n + j) * n + k;
    if (INTERIOR) out[p] = SEVEN_OF_GRID;
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int blocks = ceil_div(n, TILE);
    if (n < 3) return;
    if (3 * n * n > SLAB) {
        stencil_kernel<<<dim3(blocks, blocks, n - 2), dim3(TILE, TILE)>>>(in, out, n, c);
        return;
    }
    for (int i = 1; i <= n - 2; ++i) {
        cudaMemcpyToSymbolAsync(slab, in + (i - 1) * n * n, 3 * n * n * sizeof(float), 0,
                                cudaMemcpyDeviceToDevice);
        plane_of_slab<<<dim3(blocks, blocks), dim3(TILE, TILE)>>>(out, n, i, c);
    }
}
