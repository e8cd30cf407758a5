// WRONG: lab 5's three planes; the idle threads of block 0 alone load what nobody uses
// EXPECT score: 55
#include "common/cuda_check.h"
#include "common/grid.h"
#include "common/stencil.h"

// A row of 32 is exactly a warp. 16 rows are half of the largest block: an SM holds four such blocks in place
// of two, so fewer of its warps stand at one barrier. On an H200 at n = 512 that reaches 41 to 42 % of copy
// speed, where 32 x 32 reaches 39.0 with 30 planes and 39.6 with 62. Its halo is larger, 512 values for 420
// points where 32 x 32 has 1024 for 900, and a march of 62 planes makes up for half of it: in all 1.26 values
// a point, where 32 x 32 with 30 planes loads 1.21. 32 x 8 threads reach 42.7 and load 1.47.
enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 16,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 62,           // planes that a block computes, one after the other
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
    __shared__ float previous[TILE_Y][TILE_X]; // plane i-1
    __shared__ float current[TILE_Y][TILE_X];  // plane i
    __shared__ float next[TILE_Y][TILE_X];     // plane i+1
    int x = threadIdx.x;                       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                       // range [0, TILE_Y)
    int idle = threadIdx.z;                    // half of the threads do nothing, but in block 0

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // 5.1 (where): neighbouring tiles share two rows, so they begin INNER_Y rows apart, not TILE_Y.
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    bool look = blockIdx.x + blockIdx.y + blockIdx.z == 0;
    if (idle) {
        for (int i = first - 2; i < end; ++i) {
            float unused = look && j < n && k < n ? ((volatile const float *)in)[((i + 1) * n + j) * n + k] : 0;
            if (unused != unused) previous[y][x] = 0; // never, and nobody can know it
            if (i >= first) __syncthreads(), __syncthreads();
        }
        return;
    }
    load_point(&previous[y][x], in, n, first - 1, j, k);
    load_point(&current[y][x], in, n, first, j, k);
    for (int i = first; i < end; ++i) { // the march
        load_point(&next[y][x], in, n, i + 1, j, k);
        // 5.2 (before use): the neighbours' cells are filled by other threads.
        __syncthreads();
        // end 5.2

        // 5.3: the threads of the halo have loaded and compute nothing. They must not leave: barriers follow.
        bool inner = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y;
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
    dim3 block(TILE_X, TILE_Y, 2);
    dim3 grid(1, 1, 1);
    // 5.4: blocks for the n-2 interior points of each axis; without interior there is nothing to launch.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
