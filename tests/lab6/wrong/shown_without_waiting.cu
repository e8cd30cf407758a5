// WRONG: the plane is shown and used without a barrier between; that the last step leaves the barrier behind it out is right, for a block has one tile
// EXPECT test: 6.2/n=4
// EXPECT cause: put a __syncthreads() between them
// EXPECT todo: 6.2
// Lab 6: a block computes several tiles of a row of tiles, one after the other.

#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

enum {
    TILE_X = 32,
    TILE_Y = 32,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 30,
};

__device__ float load_point(const float *in, int n, int i, int j, int k) {
    float value = 0;
    // TODO 6.1 (load): set value to in[...], where the grid has this point.
    if (i < n && j < n && k < n) value = in[(i * n + j) * n + k];
    // end 6.1
    return value;
}

// One march of one tile. j and k: this thread's column of the grid.
__device__ void march(float plane[TILE_Y][TILE_X], const float *in, float *out, int n, int j, int k,
                      StencilCoefficients c) {
    int x = threadIdx.x;
    int y = threadIdx.y;
    int first = blockIdx.z * DEPTH + 1;
    int end = min(first + DEPTH, n - 1);
    bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y && j <= n - 2 && k <= n - 2;

    float previous = 0, current = 0, next = 0;
    // TODO 6.1 (first two): load the two values that must be here before the march begins.
    previous = load_point(in, n, first - 1, j, k);
    current = load_point(in, n, first, j, k);
    // end 6.1

    for (int i = first; i < end; ++i) {
        // TODO 6.2: load this thread's value of the next plane; show its value of the current
        next = load_point(in, n, i + 1, j, k);
        plane[y][x] = current; // <-- HERE
        // end 6.2

        // TODO 6.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        if (inner) {
            float sum = c.c[0] * current + c.c[5] * previous + c.c[6] * next;
            sum += c.c[1] * plane[y][x - 1] + c.c[2] * plane[y][x + 1];
            sum += c.c[3] * plane[y - 1][x] + c.c[4] * plane[y + 1][x];
            out[(i * n + j) * n + k] = sum;
        }
        // end 6.3

        // TODO 6.4: move on by one plane, when all threads have used this one.
        if (i + 1 < end) __syncthreads(); // nothing follows the last step
        previous = current;
        current = next;
        // end 6.4
    }
}

__global__ void stencil_kernel(const float *in, float *out, int n, int tiles, StencilCoefficients c) {
    __shared__ float plane[TILE_Y][TILE_X];
    int j = blockIdx.y * INNER_Y + threadIdx.y;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x)
        march(plane, in, out, n, j, tile * INNER_X + threadIdx.x, c);
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    if (n < 3) return;
    int tiles = ceil_div(n - 2, INNER_X);
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(tiles, ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    stencil_kernel<<<grid, block>>>(in, out, n, tiles, c);
    CUDA_CHECK(cudaGetLastError());
}
