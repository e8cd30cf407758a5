// WRONG: the coefficients are copied to constant memory with sizeof of a pointer, 8 bytes, so only c[0] and c[1] arrive and the other five count as zero.
// EXPECT test: 5.1/n=1
// EXPECT cause: `from` is declared as a pointer
// EXPECT todo: 5.4
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

__constant__ float weight[7]; // the coefficients, the same for all threads

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    if (i < n && j < n && k < n)
        *cell = in[(i * n + j) * n + k];
    else
        *cell = 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n) {
    __shared__ float ring[3][TILE_Y][TILE_X]; // plane i is in number i % 3
    const int x = threadIdx.x, y = threadIdx.y;

    // TODO 5.1 (where): set k, j, first and end.
    const int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    const int first = blockIdx.z * DEPTH + 1, end = min(n - 1, first + DEPTH);
    // end 5.1

    for (int i = first - 1; i <= first; ++i) load_point(&ring[i % 3][y][x], in, n, i, j, k);
    for (int i = first; i < end; ++i) {
        load_point(&ring[(i + 1) % 3][y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        const float(*current)[TILE_X] = ring[i % 3];
        if (x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && k <= n - 2 && j <= n - 2) {
            const float value[7] = {current[y][x],     current[y][x - 1], current[y][x + 1],
                                    current[y - 1][x], current[y + 1][x], ring[(i - 1) % 3][y][x],
                                    ring[(i + 1) % 3][y][x]};
            float sum = 0.0f;
#pragma unroll
            for (int m = 0; m < 7; ++m) sum += weight[m] * value[m];
            out[(i * n + j) * n + k] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        // (The ring turns by itself: i + 1 is next.)
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    if (n < 3) return;
    const float *from = c.c;
    CUDA_CHECK(cudaMemcpyToSymbol(weight, from, sizeof(from))); // <-- HERE
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n);
    CUDA_CHECK(cudaGetLastError());
}
