// WRONG: two planes do not move on in shared memory, but are loaded again
// EXPECT test: 5.3/counter-1
// EXPECT cause: loads elements that the same thread has loaded before
// EXPECT todo: 5.2

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
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    bool has = i < n && j < n && k < n;
    *cell = has ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + y;
    first = 1 + DEPTH * blockIdx.z;
    end = min(n - 1, first + DEPTH);
    // end 5.1

    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        bool rim = x == 0 || y == 0 || x == TILE_X - 1 || y == TILE_Y - 1;
        bool boundary = k >= n - 1 || j >= n - 1;
        if (!rim && !boundary) {
            float sides = c.c[1] * current[y][x - 1] + c.c[2] * current[y][x + 1];
            float rows = c.c[3] * current[y - 1][x] + c.c[4] * current[y + 1][x];
            float planes = c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            out[(i * n + j) * n + k] = c.c[0] * current[y][x] + sides + rows + planes;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        __syncthreads();
        load_point(&previous[y][x], in, n, i, j, k); // <-- HERE
        load_point(&current[y][x], in, n, i + 1, j, k); // <-- HERE
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    int points = n - 2;
    if (points < 1) return;
    grid.x = ceil_div(points, INNER_X);
    grid.y = ceil_div(points, INNER_Y);
    grid.z = ceil_div(points, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
