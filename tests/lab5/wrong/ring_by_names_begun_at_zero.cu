// WRONG: planes go into the first elements of a ring, and the march looks for them by names that are remainders
// EXPECT test: 5.1/n=37
// EXPECT cause: with that remainder here, too

// Lab 5: the planes lie in a ring of three, nothing is copied.
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum { TILE = 32, TILE_ROWS = 16, INNER = TILE - 2, INNER_ROWS = TILE_ROWS - 2, MARCH = 32 };

__device__ float grid_value(const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): 0 where the grid has no such point
    if (i >= n || j >= n || k >= n) return 0;
    return in[((size_t)i * n + j) * n + k];
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[3][TILE_ROWS][TILE]; // plane i is in ring[i % 3]
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER + x;
    int j = blockIdx.y * INNER_ROWS + y;
    int start = blockIdx.z * MARCH; // the plane below the first one that we compute
    int stop = min(start + MARCH, n - 2);

    bool active = x != 0 && x != TILE - 1 && y != 0 && y != TILE_ROWS - 1 && k < n - 1 && j < n - 1;

    // two planes before the march
    ring[0][y][x] = grid_value(in, n, start, j, k); // <-- HERE
    ring[1][y][x] = grid_value(in, n, start + 1, j, k);

    for (int i = start + 1; i <= stop; ++i) {
        int prev = (i - 1) % 3, cur = i % 3, next = (i + 1) % 3;
        ring[next][y][x] = grid_value(in, n, i + 1, j, k);
        __syncthreads(); // the next step overwrites `prev`, which only its own thread reads: one barrier is enough
        if (active)
            out[((size_t)i * n + j) * n + k] =
                c.c[0] * ring[cur][y][x] + c.c[1] * ring[cur][y][x - 1] + c.c[2] * ring[cur][y][x + 1] +
                c.c[3] * ring[cur][y - 1][x] + c.c[4] * ring[cur][y + 1][x] + c.c[5] * ring[prev][y][x] +
                c.c[6] * ring[next][y][x];
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    // TODO 5.4
    if (n < 3) return;
    dim3 block(TILE, TILE_ROWS);
    dim3 grid(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER_ROWS), ceil_div(n - 2, MARCH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
