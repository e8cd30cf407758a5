// WRONG: the threads of the halo go on with the next plane: past the second barrier and the move
// EXPECT test: 5.3/n=3
// EXPECT cause: does not reach it: because of this condition it takes the other branch
// EXPECT todo: 5.3

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y: a square, but you may make it flatter
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 30,           // planes that a block computes, one after the other
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load)
    if (i < n && j < n && k < n)
        *cell = in[i * n * n + j * n + k];
    else
        *cell = 0;
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
    // TODO 5.1 (where)
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = 1 + blockIdx.z * DEPTH;
    end = first + DEPTH;
    if (end > n - 1) end = n - 1;
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use)
        __syncthreads();
        // end 5.2

        // TODO 5.3
        if (x == 0 || x == TILE_X - 1 || y == 0 || y == TILE_Y - 1 || k >= n - 1 || j >= n - 1) continue; // <-- HERE
        float sum = c.c[0] * current[y][x];
        sum += c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
        sum += c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
        sum += c.c[5] * previous[y][x] + c.c[6] * next[y][x];
        out[i * n * n + j * n + k] = sum;
        // end 5.3

        // TODO 5.2 (after use)
        __syncthreads();
        previous[y][x] = current[y][x];
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4
    if (n < 3) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER_Y);
    grid.z = ceil_div(n - 2, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
