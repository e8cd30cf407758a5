// WRONG: a cell's row and column are taken from its number by the height of the tile
// EXPECT test: 5.1/n=1
// EXPECT cause: at each of 2 places of this line

// Lab 5 with a one-dimensional block: 256 threads share a tile of 64 x 16 points, each takes every 256th cell.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

#define TILE_X 64
#define TILE_Y 16
#define CELLS (TILE_X * TILE_Y)
#define INNER_X (TILE_X - 2)
#define INNER_Y (TILE_Y - 2)
#define DEPTH 62
#define THREADS 256

struct Cell {
    int row, col;
};

// Where cell number t of a plane lies in the tile.
__device__ inline Cell cell_of(int t) {
    Cell at = {t / TILE_Y, t % TILE_Y}; // <-- HERE
    return at;
}

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = i < n && j < n && k < n ? in[(size_t)(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

// All threads together: the tile's part of plane i.
__device__ void fill(float *plane, const float *in, int n, int i, int top, int left) {
    for (int t = threadIdx.x; t < CELLS; t += THREADS) {
        Cell at = cell_of(t);
        load_point(plane + t, in, n, i, top + at.row, left + at.col);
    }
}

__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float store[3][CELLS];
    float *previous = store[0], *current = store[1], *next = store[2];

    int left = 0, top = 0;  // the point of the grid that belongs to cell 0
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    left = blockIdx.x * INNER_X;
    top = blockIdx.y * INNER_Y;
    first = blockIdx.z * DEPTH + 1;
    end = min(n - 1, first + DEPTH);
    // end 5.1

    fill(previous, in, n, first - 1, top, left);
    fill(current, in, n, first, top, left);
    for (int i = first; i < end; ++i) { // the march
        fill(next, in, n, i + 1, top, left);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        for (int t = threadIdx.x; t < CELLS; t += THREADS) {
            Cell at = cell_of(t);
            if (at.row < 1 || at.row > INNER_Y || at.col < 1 || at.col > INNER_X) continue;
            int j = top + at.row, k = left + at.col;
            if (j > n - 2 || k > n - 2) continue;
            const float *p = current + t;
            out[(size_t)(i * n + j) * n + k] = c.c[0] * p[0] + c.c[1] * p[-1] + c.c[2] * p[1] +
                                               c.c[3] * p[-TILE_X] + c.c[4] * p[TILE_X] +
                                               c.c[5] * previous[t] + c.c[6] * next[t];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        __syncthreads();
        float *oldest = previous;
        previous = current;
        current = next;
        next = oldest;
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(THREADS);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, INNER_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
