// WRONG: a helper for pairs is handed the tile for x, and global memory for y
// EXPECT test: 5.3/counter-1
// EXPECT cause: without reuse: y-1, y+1

// Lab 5: thread coarsening. Terms of the sum by axis.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 32,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 62,           // planes that a block computes, one after the other
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    if (i < n && j < n && k < n) {
        in += (i * n + j) * n + k;
        *cell = *in;
    } else {
        *cell = 0.0f;
    }
    // end 5.1
}

// A minus and a plus neighbour, `step` floats away from p.
__device__ inline float pair(const float *p, int step, float minus, float plus) {
    return minus * p[-step] + plus * p[step];
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
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x, j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1, end = min(first + DEPTH, n - 1);
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
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        const bool in_tile = x >= 1 && x <= INNER_X && y >= 1 && y <= INNER_Y;
        const bool in_grid = j <= n - 2 && k <= n - 2; // and both >= 1 if in_tile
        if (in_tile && in_grid) {
            const int p = (i * n + j) * n + k;
            const float *here = &current[y][x];
            float sum = c.c[0] * *here;
            sum += pair(here, 1, c.c[1], c.c[2]);
            sum += pair(in + p, n, c.c[3], c.c[4]); // <-- HERE
            sum += c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            out[p] = sum;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        previous[y][x] = current[y][x], current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n >= 3)
        grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    else
        return;
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
