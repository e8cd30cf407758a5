// WRONG: layers are shared out among the SMs, and may come to none
// EXPECT test: 5.4/n=258..262
// EXPECT cause: How many blocks there are is worked out here

// Lab 5: blocks of 32 x 16 threads march along z, with three planes in shared memory.
//
//   make lab5 SOLUTION=1 && ./grade lab5 --solution

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A block computes as many planes as the launch says.
enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 16,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): tiles stick out of the grid at its high ends. What lies there is never used, but the cell
    // is copied when the planes move on: so it gets a value.
    bool exists = i < n && j < n && k < n;
    *cell = exists ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c, int depth) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): neighbouring tiles share two rows, so they begin INNER_Y rows apart, not TILE_Y.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * depth + 1;
    end = min(first + depth, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): the neighbours' cells are filled by other threads.
        __syncthreads();
        // end 5.2

        // TODO 5.3: the threads of the halo have loaded and compute nothing. They must not leave: barriers follow.
        bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y;
        if (inner && j <= n - 2 && k <= n - 2)
            out[(i * n + j) * n + k] = c.c[0] * current[y][x] +                                  // centre
                                       c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] + // x
                                       c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + // y
                                       c.c[5] * previous[y][x] + c.c[6] * next[y][x];            // z
        // end 5.3

        // TODO 5.2 (after use): nobody's cell changes before all have used it. Then each thread moves its own.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: blocks for the n-2 interior points of each axis; without interior there is nothing to launch. As many layers in z as
    // keep the SMs of this GPU busy, 64 blocks for each, and none with less than 16 planes.
    if (n < 3) return;
    int device = 0, sms = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    int tiles_x = ceil_div(n - 2, INNER_X), tiles_y = ceil_div(n - 2, INNER_Y);
    int layers = 64 * sms / (tiles_x * tiles_y);
    int most = ceil_div(n - 2, 16);
    if (layers > most) layers = most;
    int depth = ceil_div(n - 2, layers);
    grid = dim3(tiles_x, tiles_y, layers);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c, depth);
    CUDA_CHECK(cudaGetLastError());
}
