// WRONG: the threads that fill the tile are numbered with its sizes, not with those of the block
// EXPECT test: 4.1/n=8
// EXPECT cause: The threads of the block are numbered through here

// Lab 4: as many threads as inner points; together they fill the larger tile.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// the points that a block computes, and its threads
#define BX 14
#define BY 6
#define BZ 6
#define THREADS (BX * BY * BZ)

// with one layer more on each side
#define TX (BX + 2)
#define TY (BY + 2)
#define TZ (BZ + 2)
#define CELLS (TX * TY * TZ)

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[TZ][TY][TX];

    // corner of the tile in the grid
    const int x0 = BX * blockIdx.x, y0 = BY * blockIdx.y, z0 = BZ * blockIdx.z;

    const int tid = (threadIdx.z * TY + threadIdx.y) * TX + threadIdx.x; // <-- HERE
    for (int cell = tid; cell < CELLS; cell += THREADS) {
        const int x = cell % TX;
        const int y = cell / TX % TY;
        const int z = cell / (TX * TY);
        if (x0 + x < n && y0 + y < n && z0 + z < n)
            tile[z][y][x] = in[((z0 + z) * n + y0 + y) * n + x0 + x];
    }
    __syncthreads();

    const int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
    const int k = x0 + x, j = y0 + y, i = z0 + z;
    if (k > n - 2 || j > n - 2 || i > n - 2) return;

    out[(i * n + j) * n + k] = c.c[0] * tile[z][y][x] + c.c[1] * tile[z][y][x - 1] +
                               c.c[2] * tile[z][y][x + 1] + c.c[3] * tile[z][y - 1][x] +
                               c.c[4] * tile[z][y + 1][x] + c.c[5] * tile[z - 1][y][x] +
                               c.c[6] * tile[z + 1][y][x];
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    const int inner = n - 2;
    if (inner <= 0) return;
    dim3 block(BX, BY, BZ);
    dim3 grid(ceil_div(inner, BX), ceil_div(inner, BY), ceil_div(inner, BZ));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
