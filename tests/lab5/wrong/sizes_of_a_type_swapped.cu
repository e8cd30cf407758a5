// WRONG: the type of the planes has its sizes in the wrong order
// EXPECT test: 5.1/n=1
// EXPECT cause: is too small along x: it has 8 elements in a row, but the block has 32 threads along x

// Lab 5: thread coarsening. A block marches through the grid, plane after plane. The handout is README.md
// beside this file.

#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,          // threads of a block, and points of an input tile, in x
    TILE_Y = 8,           // and in y: flat
    INNER_X = TILE_X - 2, // points that a block computes in x: the tile without its halo
    INNER_Y = TILE_Y - 2, // and in y
    DEPTH = 62,           // planes that a block computes, one after the other
};

typedef float Plane[TILE_X][TILE_Y]; // <-- HERE

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    float value = 0.0f;
    if (k < n && j < n && i < n) value = in[k + n * (j + n * i)];
    *cell = value;
    // end 5.1
}

// the part of the sum that lies in one plane
__device__ float flat_sum(const Plane &p, int y, int x, const StencilCoefficients &c) {
    return c.c[0] * p[y][x] + c.c[1] * p[y][x - 1] + c.c[2] * p[y][x + 1] + c.c[3] * p[y - 1][x] +
           c.c[4] * p[y + 1][x];
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Plane previous, current, next; // planes i-1, i, i+1
    int x = threadIdx.x;                      // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;                      // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = blockIdx.x * INNER_X + x;
    j = blockIdx.y * INNER_Y + y;
    first = blockIdx.z * DEPTH + 1;
    end = min(first + DEPTH, n - 1);
    // end 5.1

    const bool mine = x % (TILE_X - 1) != 0 && y % (TILE_Y - 1) != 0 && k < n - 1 && j < n - 1;
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
        if (mine) {
            const float vertical = c.c[5] * previous[y][x] + c.c[6] * next[y][x];
            out[k + n * (j + n * i)] = flat_sum(current, y, x, c) + vertical;
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        previous[y][x] = current[y][x]; // nobody else reads my cell of previous
        __syncthreads();                // but of current
        current[y][x] = next[y][x];
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid.x = (n - 2 + INNER_X - 1) / INNER_X;
    grid.y = (n - 2 + INNER_Y - 1) / INNER_Y;
    grid.z = (n - 2 + DEPTH - 1) / DEPTH;
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
