// WRONG: three layers of 216 planes each, whatever n is
// EXPECT withheld: 4
// EXPECT score: 100
// EXPECT says: store too little for all of the result

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 216,          // planes that a block computes, one after the other
    SLABS = 3,            // blocks behind each other in z: long marches load the fewest planes twice
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load):
    bool exists = i < n && j < n && k < n;
    *cell = exists ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where):
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use):
        __syncthreads();
        // end 5.2

        // TODO 5.3:
        bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y;
        if (inner && j <= n - 2 && k <= n - 2)
            out[(i * n + j) * n + k] = c.c[0] * current[y][x] +                                  // centre
                                       c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1] + // x
                                       c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x] + // y
                                       c.c[5] * previous[y][x] + c.c[6] * next[y][x];            // z
        // end 5.3

        // TODO 5.2 (after use):
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4:
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), SLABS);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
