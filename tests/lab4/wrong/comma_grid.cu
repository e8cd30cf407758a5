// WRONG: dim3 is forgotten before the brackets, so the commas are operators and only the last number remains; the grid has one block in y and in z, and points beyond it are never written.
// EXPECT test: 4.4/n=9
// EXPECT cause: A comma between numbers in parentheses
// EXPECT todo: 4.4

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    INNER = 6,                       // 216 threads compute 6 x 6 x 6 points
    TILE = 8,                        // from a tile of 8 x 8 x 8
    CELLS = TILE * TILE * TILE,      // that they fill together
    THREADS = INNER * INNER * INNER, // in three turns
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float tile[CELLS];

    // TODO 4.1: find this thread's point k, j, i. Load it into tile[z][y][x] if the grid has it.
    const int left = blockIdx.x * INNER, front = blockIdx.y * INNER, bottom = blockIdx.z * INNER;
    const int number = (threadIdx.z * INNER + threadIdx.y) * INNER + threadIdx.x;
    for (int cell = number; cell < CELLS; cell += THREADS) {
        const int gx = left + cell % TILE;
        const int gy = front + cell / TILE % TILE;
        const int gz = bottom + cell / (TILE * TILE);
        if (gx < n && gy < n && gz < n) tile[cell] = in[(gz * n + gy) * n + gx];
    }
    // end 4.1

    // TODO 4.2: wait until the whole tile is filled. Then set computes: true for a thread whose six
    __syncthreads();
    const int k = left + threadIdx.x + 1;
    const int j = front + threadIdx.y + 1;
    const int i = bottom + threadIdx.z + 1;
    const bool computes = k < n - 1 && j < n - 1 && i < n - 1;
    // end 4.2

    if (computes) {
        // TODO 4.3: write the sum of the seven products to out, with all seven values from the tile.
        const float *at = tile + ((threadIdx.z + 1) * TILE + threadIdx.y + 1) * TILE + threadIdx.x + 1;
        out[(i * n + j) * n + k] = c.c[0] * at[0] + c.c[1] * at[-1] + c.c[2] * at[1] + c.c[3] * at[-TILE] +
                                   c.c[4] * at[TILE] + c.c[5] * at[-TILE * TILE] + c.c[6] * at[TILE * TILE];
        // end 4.3
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(INNER, INNER, INNER);
    dim3 grid(1, 1, 1);
    // TODO 4.4: set grid so that the blocks cover all n - 2 interior points of each axis, INNER_X or
    if (n < 3) return;
    const int blocks = ceil_div(n - 2, INNER);
    grid = (blocks, blocks, blocks); // <-- HERE
    // end 4.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
