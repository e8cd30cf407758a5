// WRONG: a copy that is fetched ahead is started into the plane z-1 before the step has read it
// EXPECT test: 5.3/n=7
// EXPECT cause: starts a copy here that writes over an element which it reads in line
#include <cuda_pipeline.h>

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 16,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62, // planes that a block computes, one after the other
    RING = 3,   // planes in shared memory: plane i lies in number i % RING
};

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float ring[RING][TILE_Y][TILE_X];
    int x = threadIdx.x, y = threadIdx.y;
    int k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    int first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
    bool exists = j < n && k < n;
    bool computes = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && j <= n - 2 && k <= n - 2;

    for (int i = first - 1; i <= first + 1; ++i)
        if (exists) __pipeline_memcpy_async(&ring[i % RING][y][x], &in[(i * n + j) * n + k], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();

    for (int i = first; i < end; ++i) { // the march
        // Fetch ahead: the plane that the next step calls z+1. It arrives while this step's sum is made.
        if (exists && i + 2 <= end)
            __pipeline_memcpy_async(&ring[(i + 2) % RING][y][x], &in[((i + 2) * n + j) * n + k], sizeof(float)); // <-- HERE
        __pipeline_commit();

        const float(*previous)[TILE_X] = ring[(i - 1) % RING]; // the same plane as number (i + 2) % RING
        const float(*current)[TILE_X] = ring[i % RING];
        const float(*next)[TILE_X] = ring[(i + 1) % RING];
        if (computes)
            out[(i * n + j) * n + k] = c.c[0] * current[y][x] +                                  // centre
                                       c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] + // x
                                       c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + // y
                                       c.c[5] * previous[y][x] + c.c[6] * next[y][x];            // z
        __pipeline_wait_prior(0);
        __syncthreads();
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return; // no interior
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
