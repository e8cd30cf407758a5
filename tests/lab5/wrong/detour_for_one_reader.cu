// WRONG: rows of points in registers; one value of four goes to its one reader through shared memory
// EXPECT test: 5.3/counter-1
// EXPECT says: threads of other rows

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.
//
//   make lab5 && ./grade lab5     builds this file and grades it
//   ./grade hint lab5 5.1         the next hint for TODO 5.1

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block in x
    BLOCK_Y = 4,          // and in y
    INNER_X = TILE_X - 2, // points that a block computes in x
    ROWS = 4,             // rows that a thread computes
    VIA = 1,              // the one that comes through the box
    DEPTH = 62,           // planes that a block computes, one after the other
};

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    bool exists = i < n && j < n && k < n;
    *cell = exists ? in[(i * n + j) * n + k] : 0.0f;
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ float box[2][BLOCK_Y][TILE_X];
    float previous[ROWS], current[ROWS], next[ROWS];
    int x = threadIdx.x; // range [0, TILE_X)
    int y = threadIdx.y; // range [0, BLOCK_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x;
    j = 1 + ROWS * (blockIdx.y * BLOCK_Y + y); // this thread computes ROWS rows from here on
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    int partner = y ^ 1, pj = j + ROWS * (partner - y);
    // end 5.1

#pragma unroll
    for (int m = 0; m < ROWS; ++m) {
        load_point(&previous[m], in, n, first - 1, j + m, k);
        load_point(&current[m], in, n, first, j + m, k);
    }
    for (int i = first; i < end; ++i) { // the march
#pragma unroll
        for (int m = 0; m < ROWS; ++m)
            if (m != VIA) load_point(&next[m], in, n, i + 1, j + m, k);
        load_point(&box[i % 2][partner][x], in, n, i + 1, pj + VIA, k);
        // TODO 5.2 (before use): what must have happened before a thread may read its neighbours' cells?
        __syncthreads();
        next[VIA] = box[i % 2][y][x];
        // end 5.2

        // TODO 5.3: if this thread's point is an inner point of the tile and of the grid, write the sum of
        // the seven products to out. Read previous, current and next only, not `in`.
        //   Expected: loads a point fall from 7 to about 1.2; out keeps its boundary.
        float low, high; // the rows beside this thread's
        load_point(&low, in, n, i, j - 1, k);
        load_point(&high, in, n, i, j + ROWS, k);
#pragma unroll
        for (int m = 0; m < ROWS; ++m) {
            float left = __shfl_up_sync(0xffffffff, current[m], 1);
            float right = __shfl_down_sync(0xffffffff, current[m], 1);
            if (x >= 1 && x <= INNER_X && k <= n - 2 && j + m <= n - 2)
                out[(i * n + j + m) * n + k] =
                    c.c[0] * current[m] + c.c[1] * left + c.c[2] * right +
                    c.c[3] * (m > 0 ? current[m - 1] : low) +
                    c.c[4] * (m < ROWS - 1 ? current[m + 1] : high) + c.c[5] * previous[m] + c.c[6] * next[m];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
#pragma unroll
        for (int m = 0; m < ROWS; ++m) previous[m] = current[m], current[m] = next[m];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, BLOCK_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid = dim3(ceil_div(n - 2, INNER_X), ceil_div(n - 2, ROWS * BLOCK_Y), ceil_div(n - 2, DEPTH));
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
