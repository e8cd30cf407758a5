// Lab 5, solved: blocks of 32 x 32 threads march along z, with three planes in shared memory.
//
//   make lab5 SOLUTION=1 && ./grade lab5 --solution

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// 32 x 32 is the largest square block there is, and a square has the least halo: (32/30)^2 = 1.14 values
// loaded for each one computed, where 16 x 16 needs 1.31 and 8 x 8 needs 1.78. A row of 32 is also exactly a
// warp. A march over 30 planes loads 32 of them, 7 % more; a longer one saves little and leaves fewer blocks.
enum {
    TILE = 32,        // threads of a block, and points of an input tile, in x and in y
    INNER = TILE - 2, // points that a block computes in x and in y: the tile without its halo
    DEPTH = 30,       // planes that a block computes, one after the other
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // 5.1 (load): tiles stick out of the grid at its high ends. What lies there is never used, but the cell
    // is copied when the planes move on: so it gets a value.
    bool exists = i < n && j < n && k < n;
    *cell = exists ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE][TILE]; // plane i-1
    __shared__ float current[TILE][TILE];  // plane i
    __shared__ float next[TILE][TILE];     // plane i+1
    int x = threadIdx.x;                   // this thread's cell of each plane, range [0, TILE)
    int y = threadIdx.y;                   // likewise

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // 5.1 (where): neighbouring tiles share two rows, so they begin INNER points apart, not TILE.
    k = blockIdx.x * INNER + x;
    j = blockIdx.y * INNER + y;
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // 5.2 (before use): the neighbours' cells are filled by other threads.
        __syncthreads();
        // end 5.2

        // 5.3: the threads of the halo have loaded and compute nothing. They must not leave: barriers follow.
        bool inner = x >= 1 && x <= INNER && y >= 1 && y <= INNER;
        if (inner && j <= n - 2 && k <= n - 2)
            out[(i * n + j) * n + k] = c.c[0] * current[y][x] +                                  // centre
                                       c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] + // x
                                       c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + // y
                                       c.c[5] * previous[y][x] + c.c[6] * next[y][x];            // z
        // end 5.3

        // 5.2 (after use): nobody's cell changes before all have used it. Then each thread moves its own.
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE, TILE, 1);
    dim3 grid(1, 1, 1);
    // 5.4: blocks for the n-2 interior points of each axis; without interior there is nothing to launch.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER), ceil_div(n - 2, INNER), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
