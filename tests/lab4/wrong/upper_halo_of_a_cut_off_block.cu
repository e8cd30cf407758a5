// WRONG: the plane above is loaded by the threads at the end of the block alone, and the grid may end before them
// EXPECT test: 4.1/n=37
// EXPECT cause: This condition lets the last threads of a block through
// EXPECT cause: along `i`

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

#define BX 32
#define BY 4
#define BZ 4

// Blocks lie side by side over the interior; the threads at a block's faces also load the point beyond.
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[BZ + 2][BY + 2][BX + 2];
    const int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    const int k = blockIdx.x * BX + x, j = blockIdx.y * BY + y, i = blockIdx.z * BZ + z;
    const int plane = n * n, p = i * plane + j * n + k;
    const int last = n - 2; // last interior point of every axis
    const bool active = k <= last && j <= last && i <= last;

    if (active) {
        tile[z][y][x] = in[p];
        // faces
        if (x == 1) tile[z][y][0] = in[p - 1];
        if (x == BX || k == last) tile[z][y][x + 1] = in[p + 1];
        if (y == 1) tile[z][0][x] = in[p - n];
        if (y == BY || j == last) tile[z][y + 1][x] = in[p + n];
        if (z == 1) tile[0][y][x] = in[p - plane];
        if (z == BZ) tile[z + 1][y][x] = in[p + plane]; // <-- HERE
    }
    __syncthreads();

    if (active) {
        float acc = tile[z][y][x] * c.c[0];
        acc += tile[z][y][x - 1] * c.c[1] + tile[z][y][x + 1] * c.c[2];
        acc += tile[z][y - 1][x] * c.c[3] + tile[z][y + 1][x] * c.c[4];
        acc += tile[z - 1][y][x] * c.c[5] + tile[z + 1][y][x] * c.c[6];
        out[p] = acc;
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    int m = n - 2;
    if (m < 1) return;
    dim3 block(BX, BY, BZ), grid((m + BX - 1) / BX, (m + BY - 1) / BY, (m + BZ - 1) / BZ);
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
