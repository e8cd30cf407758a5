// WRONG: pointers change places in turn, and the first one's value is lost
// EXPECT test: 5.2/n=4
// EXPECT cause: has another value, and what it had is lost
// EXPECT todo: 5.2

// Lab 5: thread coarsening. The planes stay where they are, the names move.
#include "common/cuda_check.h" // CUDA_CHECK(call)
#include "common/grid.h"       // ceil_div(count, size): count / size, rounded up
#include "common/stencil.h"    // launch_stencil, StencilCoefficients

enum {
    TILE_X = 32,
    TILE_Y = 8,
    INNER_X = TILE_X - 2,
    INNER_Y = TILE_Y - 2,
    DEPTH = 62,
};

typedef float Row[TILE_X];

// Puts point (i, j, k) of the grid into a cell of shared memory.
__device__ void load_point(float *cell, const float *in, int n, int i, int j, int k) {
    // TODO 5.1 (load): put in[...] into *cell where the grid has this point, and 0 where it has not.
    //   Expected: no read outside `in`. i, j and k are never below 0.
    *cell = 0;
    if (i < n && j < n && k < n) *cell = in[(size_t)n * n * i + n * j + k];
    // end 5.1
}

// in[i*n*n + j*n + k]: i = z (slowest), j = y, k = x (fastest). Coefficients:
//   c.c[0] centre   c.c[1] x-1   c.c[2] x+1   c.c[3] y-1   c.c[4] y+1   c.c[5] z-1   c.c[6] z+1
__global__ void stencil_kernel(const float *in, float *out, int n, StencilCoefficients c) {
    __shared__ Row planes[3][TILE_Y];
    Row *previous = planes[0]; // plane i-1
    Row *current = planes[1];  // plane i
    Row *next = planes[2];     // plane i+1
    int x = threadIdx.x;       // this thread's cell of each plane, range [0, TILE_X)
    int y = threadIdx.y;       // range [0, TILE_Y)

    int k = 0, j = 0;       // the point of the grid that belongs there: x and y
    int first = 0, end = 0; // this block computes the planes first .. end-1
    // TODO 5.1 (where): set k, j, first and end.
    //   Expected: in x block 0 has its cell 0 at point 0 and computes the points 1 .. INNER_X; block 1 goes
    //   on where block 0 ends. Likewise in y, with INNER_Y. In z block 0 computes the planes 1 .. DEPTH. No
    //   block computes plane n-1. (`min(a, b)` works in a kernel.)
    k = INNER_X * blockIdx.x + x;
    j = INNER_Y * blockIdx.y + y;
    first = DEPTH * blockIdx.z + 1;
    end = first + DEPTH;
    if (end > n - 1) end = n - 1;
    // end 5.1
    const bool writes = x && y && x <= INNER_X && y <= INNER_Y && k < n - 1 && j < n - 1;

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
        if (writes) {
            const float *p = &current[y][x];
            out[(size_t)n * n * i + n * j + k] = c.c[0] * *p + c.c[1] * p[-1] + c.c[2] * p[1] +
                                                 c.c[3] * p[-TILE_X] + c.c[4] * p[TILE_X] +
                                                 c.c[5] * previous[y][x] + c.c[6] * next[y][x];
        }
        // end 5.3

        // TODO 5.2 (after use): move on by one plane: what is current becomes previous, next becomes current.
        //   Expected: all planes are right, not only the first; no race is reported.
        // Only I use my cell of the plane that is overwritten now (as z-1), so no second barrier.
        previous = current;
        current = next;
        next = previous; // <-- HERE
        // end 5.2
    }
}

void launch_stencil(const float *in, float *out, int n, StencilCoefficients c) {
    dim3 block(TILE_X, TILE_Y, 1);
    dim3 grid(1, 1, 1);
    // TODO 5.4: set grid, so that the blocks cover all interior points: n-2 in each axis. n may be 1 or 2.
    //   Expected: right for every n; more than 20 points for each thread.
    if (n < 3) return;
    grid.x = ceil_div(n - 2, INNER_X);
    grid.y = ceil_div(n - 2, INNER_Y);
    grid.z = ceil_div(n - 2, DEPTH);
    // end 5.4
    stencil_kernel<<<grid, block>>>(in, out, n, c);
    CUDA_CHECK(cudaGetLastError());
}
