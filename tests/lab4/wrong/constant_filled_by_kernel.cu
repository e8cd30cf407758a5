// WRONG: a kernel stores three planes at a time to constant memory, by the address of the variable; no tile is needed
// EXPECT test: 4.3/n=32
// EXPECT check: out-of-bounds
// EXPECT line: HERE

#include "tests/lab4/tile.cuh"

enum { SLAB = 16000 }; // floats
__constant__ float slab[SLAB];

__global__ void fill_slab(float *to, const float *from, int count) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < count) to[p] = from[p]; // <-- HERE
}

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
    int blocks = ceil_div(n, TILE), count = 3 * n * n;
    float *address;
    if (n < 3) return;
    if (count > SLAB) {
        stencil_kernel<<<dim3(blocks, blocks, n - 2), dim3(TILE, TILE)>>>(in, out, n, c);
        return;
    }
    cudaGetSymbolAddress((void **)&address, slab);
    for (int i = 1; i <= n - 2; ++i) {
        fill_slab<<<ceil_div(count, 256), 256>>>(address, in + (i - 1) * n * n, count);
        plane_of_slab<<<dim3(blocks, blocks), dim3(TILE, TILE)>>>(out, n, i, c);
    }
}
